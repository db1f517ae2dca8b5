import type { RecordedDecision } from '../decisions/decision.ts'
import type { Resolved } from '../decisions/resolves_thread.ts'
import type { changedBlocks, changedPad, shortForm } from '../reply.ts'

export interface Edited extends ReturnType<typeof changedPad> {
  readonly edit_id?: string
  readonly edit: Omit<ReturnType<typeof shortForm>, 'version' | 'edit_id'> & {
    /** absent in a dry run */
    readonly edit_id?: string
    readonly version?: number
    readonly goes_in_at?: string
    /** characters of the pad before, when a whole text removes more than half of them */
    readonly removed_of?: number
    /** of a dry run: open threads about what it would touch */
    readonly threads?: readonly string[]
  }
  /** paragraphs that a live edit wrote */
  readonly blocks?: ReturnType<typeof changedBlocks>
  readonly decision?: { readonly decision_id?: string; readonly status: RecordedDecision['reply']['status'] }
  readonly thread?: Resolved['reply']
  /** no other human's ids have a seat there */
  readonly alone?: true
  readonly dry_run?: true
}
