import type { Untrusted } from '../../text/untrusted.ts'
import type { Audience } from '../../rules/hub_audience.ts'

/** The hub of a record. Slug and title are present only for a reader who may read the hub. */
export interface HubSeen {
  readonly id: string
  readonly slug?: string
  readonly title?: Untrusted
  readonly audience: Audience
}
