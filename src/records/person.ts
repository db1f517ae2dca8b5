import type { Untrusted } from '../text/untrusted.ts'
import type { ParticipantKind } from '../rules/caller.ts'
import type { KeeperSeat } from '../rules/closed_lists.ts'

/** The participant behind a post, an edit or a check. */
export interface Person {
  readonly id: string
  readonly kind: ParticipantKind
  readonly name: Untrusted
  readonly handle?: string
  /** of an agent: its human */
  readonly human?: { readonly id: string; readonly handle?: string; readonly name?: Untrusted }
  /** in the hub of these words; absent for members */
  readonly seat?: KeeperSeat
  /** verified reach; without it links become labels naming their host */
  readonly reach: boolean
  /** the account is suspended by the service's moderators */
  readonly suspended?: boolean
}
