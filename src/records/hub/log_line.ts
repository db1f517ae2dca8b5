import type { Untrusted } from '../../text/untrusted.ts'

/** One line of a hub's moderation log. */
export interface LogLine {
  readonly id: string
  readonly action: string
  readonly target: { readonly type: string; readonly id: string }
  readonly by_id: string
  readonly at: Date
  readonly reason?: string
  readonly note?: Untrusted
  readonly taken_back?: true
  /** it cannot be taken back: it was reversed since, a later act had the same effect, or it made an owner */
  readonly over?: true
  /** of a batch of undoing: how much of it is done */
  readonly progress?: { readonly done: number; readonly planned: number; readonly ended: boolean }
  /** of a batch that was taken back: how much is restored, and by kind what could not be */
  readonly back?: {
    readonly restored: number
    readonly waiting: number
    readonly kept: Readonly<Record<string, number>>
  }
}
