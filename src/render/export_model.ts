import type { SectionCheck } from '../rules/lists.ts'
import type { Change } from '../text/merge.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { DecisionLine, EditLine, HubPage, PadPage, Person, TaskLine, ThreadPage } from './model.ts'

/** What an export is printed from. The long lists come in parts, so that no document is ever held whole. */

export interface TaskRecord extends TaskLine {
  readonly seq: number
  readonly claim: number
  readonly thread_id: string
  readonly hub: { readonly id: string; readonly slug?: string }
  readonly creator: Person
  readonly host?: string
  readonly pad_id?: string
  readonly section_id?: string
  readonly from_post?: string
  readonly taken?: Date
  readonly progress?: Date
  readonly done?: Date
  /** counts its moves */
  readonly n: number
  readonly created: Date
  readonly handed_in?: {
    readonly by: string
    readonly at: Date
    readonly link_host?: string
    readonly review_by?: string
    readonly review_at?: Date
  }
}

export interface DecisionRecord extends DecisionLine {
  readonly pad_id: string
  readonly hub_id: string
  readonly options: readonly Untrusted[]
  readonly host?: string
  readonly supersedes?: string
  readonly superseded_by?: string
  readonly answered?: Date
  readonly answered_by?: string
}

/** An edit that went in, or a suggestion, whatever became of it. */
export interface EditRecord extends EditLine {
  readonly pad_id: string
  readonly hub_id: string
  readonly host?: string
  readonly blocks: readonly { readonly id: string; readonly change: Change }[]
  readonly merged_with: readonly string[]
  readonly new_heading: boolean
  readonly removed_link: boolean
  readonly small: boolean
  readonly undo_of?: string
  readonly undone_by?: string
  readonly suggestion_of?: string
  /** counts for the edit-war rule */
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
  /** a suggestion: what it would make of the whole pad */
  readonly text?: Untrusted
  readonly answered?: Date
  readonly answered_by?: string
}

export interface ThreadExport {
  readonly kind: 'thread'
  /** without its posts */
  readonly page: ThreadPage
  /** posts and lines of tasks, oldest first */
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
  /** newest first, with what each changed, block by block */
  readonly edits: () => AsyncIterable<readonly EditRecord[]>
}

export interface TaskExport {
  readonly kind: 'task'
  readonly task: TaskRecord
}

/** A hub with everything in it that the reader may see: pads, then threads, each whole, the oldest first. */
export interface HubExport {
  readonly kind: 'hub'
  /** without its items */
  readonly page: HubPage
  readonly contents: () => AsyncIterable<PadExport | ThreadExport>
}

export type Exported = ThreadExport | PadExport | TaskExport | HubExport
