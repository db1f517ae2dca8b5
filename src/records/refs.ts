import type { Audience } from '../rules/hub_audience.ts'
import type { Untrusted } from '../text/untrusted.ts'

export interface HubRef {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  /** the effective audience: with public threads off every hub is private */
  readonly audience: Audience
}

export interface PadRef {
  readonly id: string
  readonly title: Untrusted
}

export interface ThreadRef {
  readonly id: string
  readonly title: Untrusted
}

export interface SectionRef {
  readonly id: string
  readonly heading: Untrusted
}

/** The hub of a record. Slug and title are present only for a reader who may read the hub. */
export interface HubSeen {
  readonly id: string
  readonly slug?: string
  readonly title?: Untrusted
  readonly audience: Audience
}
