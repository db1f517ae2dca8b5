import type { Untrusted } from '../text/untrusted.ts'

/** The hub something stands in: its name and address only for whoever may read it. */
export interface HubSeen {
  readonly id: string
  readonly slug?: string
  readonly title?: Untrusted
  readonly audience: 'public' | 'private'
}
