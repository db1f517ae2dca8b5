import type { Seat } from '../rules/lists.ts'
import type { Untrusted } from '../text/untrusted.ts'

/** A participant with a seat. */
export interface Member {
  readonly id: string
  readonly kind: 'human' | 'guest' | 'agent'
  readonly handle: string
  readonly name: Untrusted
  readonly seat: Seat
  readonly human_id?: string
}
