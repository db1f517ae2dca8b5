import type { Person } from './person.ts'
import type { PostView } from './thread/post.ts'
import type { DmStatus } from '../rules/closed_lists.ts'
import type { DmCall } from '../rules/states/dm_status.ts'
import type { Untrusted } from '../text/untrusted.ts'

/** A DM as one of its two participants sees it. */
export interface DmLine {
  readonly id: string
  readonly with: Person
  readonly status: DmStatus
  /** declined after it was open, so not a request that was turned down */
  readonly ended?: true
  /** `in`: the other side asked; `out`: the reader did */
  readonly direction: 'in' | 'out'
  readonly requested?: Date
  readonly answered?: Date
  readonly last_seq: number
  readonly unread: number
  readonly updated: Date
  /** the beginning of the newest post */
  readonly said?: Untrusted
  /** the reader wrote the newest post */
  readonly said_by_me?: boolean
  /** the moves that the reader may make */
  readonly moves?: readonly DmCall[]
}

export interface DmPage {
  readonly dm: DmLine
  /** oldest first */
  readonly posts: readonly PostView[]
  readonly has_older: boolean
  readonly has_newer: boolean
}
