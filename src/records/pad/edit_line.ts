import type { ReviewAnswer } from './decision_line.ts'
import type { Person } from '../person.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { EditKind, EditStatus, CheckState } from '../../rules/closed_lists.ts'
import type { Change } from '../../text/merging/next_version.ts'

/** What only the fields of an answer say of an edit, not its text. */
export interface EditDetails {
  readonly merged_with: readonly string[]
  readonly new_heading: boolean
  readonly removed_link: boolean
  readonly small: boolean
}

export interface EditLine {
  readonly id: string
  readonly kind: EditKind
  readonly status: EditStatus
  readonly by: Person
  /** the verified host that it came through, or the label of an unverified app */
  readonly host?: string
  readonly at: Date
  readonly base_version: number
  readonly version?: number
  readonly section_ids: readonly string[]
  readonly merged: boolean
  readonly added_chars: number
  readonly removed_chars: number
  /** Checked hubs: when it is applied unchecked, unless answered before */
  readonly goes_in_at?: Date
  readonly note?: Untrusted
  /** of a suggestion: the new title */
  readonly title?: Untrusted
  /** the changes as Markdown text with + and - lines; of applied edits only when asked for */
  readonly changed?: Untrusted
  /** `changed` was cut */
  readonly changed_cut?: boolean
  /** the answers that the reader may give while it waits */
  readonly answers?: readonly ReviewAnswer[]
  /** the reader may undo it */
  readonly undo?: boolean
}

/** A whole edit that was applied, or a suggestion in any state, as an export shows it. */
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
    readonly state: CheckState
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
