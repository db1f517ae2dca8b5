import type { Untrusted } from '../text/untrusted.ts'

/** A thread or pad in the list of its hub. */
export interface HubItem {
  readonly type: 'thread' | 'pad'
  readonly id: string
  readonly title: Untrusted
  /** thread: open, answered, folded; pad: settled, open, disputed */
  readonly status: string
  readonly dispute?: 'open' | 'settled' | 'unresolved'
  /** threads: posts so far */
  readonly last_seq?: number
  readonly version: number
  readonly updated: Date
  readonly pinned?: boolean
}
