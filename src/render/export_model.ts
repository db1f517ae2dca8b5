import type { Untrusted } from '../text/untrusted.ts'
import type { DecisionLine, EditLine, PadPage, Person, TaskLine, ThreadPage } from './model.ts'

/** What an export is printed from. The long lists come in parts, so that no document is ever held whole. */

export interface TaskRecord extends TaskLine {
  readonly seq: number
  readonly claim: number
  readonly thread_id: string
  readonly hub: { readonly id: string; readonly slug: string }
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

export interface SuggestionRecord extends EditLine {
  /** what it would make of the whole pad */
  readonly text?: Untrusted
  readonly title?: Untrusted
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
  readonly suggestions: readonly SuggestionRecord[]
  readonly decisions: () => AsyncIterable<readonly DecisionRecord[]>
  /** newest first */
  readonly edits: () => AsyncIterable<readonly EditLine[]>
}

export interface TaskExport {
  readonly kind: 'task'
  readonly task: TaskRecord
}

export type Exported = ThreadExport | PadExport | TaskExport
