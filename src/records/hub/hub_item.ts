import type { Untrusted } from '../../text/untrusted.ts'
import type { Dispute, HubItemType } from '../../rules/closed_lists.ts'

/** A thread or pad in its hub's list. A hub's tasks stand in threads and are listed apart: `records/home/open_task.ts`. */
export interface HubItem {
  readonly type: HubItemType
  readonly id: string
  readonly title: Untrusted
  /** thread: open, answered, folded; pad: settled, open, disputed */
  readonly status: string
  readonly dispute?: Dispute
  /** of a thread: posts so far */
  readonly last_seq?: number
  readonly version: number
  readonly updated: Date
  readonly pinned?: boolean
}
