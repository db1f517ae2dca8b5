import type { SectionCheck } from '../../rules/lists.ts'
import type { Change } from '../../text/merging/next_version.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import type { EditLine, EditDetails } from '../../records/pad/edit_line.ts'
import type { HubPage } from '../../records/hub/hub_page.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'

/** The model of an export. Long lists come in parts, so that no document is ever in memory as a whole. */

export interface DecisionRecord extends DecisionLine {
  readonly pad_id: string
  readonly hub_id: string
  readonly options: readonly Untrusted[]
  readonly answered_by?: string
}

/** An edit that was applied, or a suggestion in any state. */
export interface EditRecord extends EditLine, EditDetails {
  readonly pad_id: string
  readonly hub_id: string
  readonly blocks: readonly { readonly id: string; readonly change: Change }[]
  readonly undo_of?: string
  readonly undone_by?: string
  readonly suggestion_of?: string
  /** counted by the edit-war rule */
  readonly reversal: boolean
  readonly check?: {
    readonly state: SectionCheck
    readonly by?: string
    readonly at: string
    readonly note?: Untrusted
  }
  readonly task_id?: string
  readonly decision_id?: string
  readonly thread_id?: string
  /** of a suggestion: the whole pad with the suggestion applied */
  readonly text?: Untrusted
  readonly answered?: Date
  readonly answered_by?: string
}

export interface ThreadExport {
  readonly kind: 'thread'
  /** without its posts */
  readonly page: ThreadPage
  /** posts and task lines, oldest first */
  readonly parts: () => AsyncIterable<ThreadPage>
  readonly tasks: () => AsyncIterable<readonly TaskRecord[]>
  readonly decisions: () => AsyncIterable<readonly DecisionRecord[]>
}

export interface PadExport {
  readonly kind: 'pad'
  readonly page: PadPage
  /** oldest first */
  readonly suggestions: () => AsyncIterable<readonly EditRecord[]>
  readonly decisions: () => AsyncIterable<readonly DecisionRecord[]>
  /** newest first, each with its changes block by block */
  readonly edits: () => AsyncIterable<readonly EditRecord[]>
}

export interface TaskExport {
  readonly kind: 'task'
  readonly task: TaskRecord
}

/** A hub with everything in it that the reader may see: first pads, then threads, each complete, oldest first. */
export interface HubExport {
  readonly kind: 'hub'
  /** without its items */
  readonly page: HubPage
  readonly contents: () => AsyncIterable<PadExport | ThreadExport>
}

export type Exported = ThreadExport | PadExport | TaskExport | HubExport
