import type { Untrusted } from '../../text/untrusted.ts'
import type { Dispute, ThreadStatus } from '../../rules/closed_lists.ts'

/** A thread about a pad, without its starter. */
export interface PadTalk {
  readonly id: string
  readonly title: Untrusted
  readonly section_id?: string
  readonly flags_wrong: boolean
  readonly dispute?: Dispute
  readonly status: ThreadStatus
  readonly posts: number
  readonly updated: Date
  /** what a flag cites */
  readonly source?: Untrusted
}
