import type { Untrusted } from '../text/untrusted.ts'

/** A thread about a pad, without who began it. */
export interface PadTalk {
  readonly id: string
  readonly title: Untrusted
  readonly section_id?: string
  readonly flags_wrong: boolean
  readonly dispute?: 'open' | 'settled' | 'unresolved'
  readonly status: 'open' | 'answered' | 'folded'
  readonly posts: number
  readonly updated: Date
  /** what a flag leans on */
  readonly source?: Untrusted
}
