import type { EditDetails } from '../../../src/records/pad/edit_line.ts'
import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Change } from '../../../src/text/merging/next_version.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { effect, insertInto, updateOf } from '../../effect.ts'
import type { SectionCheck } from '../../reads/pad/pad_states.ts'
import type { EditKind } from '../../../src/rules/closed_lists.ts'

/** The author of an edit or a decision, and how they connected. */
export interface AuthorColumns {
  readonly author_id: string
  readonly author_kind: ParticipantKind
  readonly human_id?: string
  readonly principal_id: string
  readonly host?: string
  /** id of the grant or credential; absent for a session */
  readonly made_with?: string
}

/** What an edit did to the text, measured. */
export interface EditMeasures extends EditDetails {
  /** all sections it touched: rules depend on the whole list, readers are told the first ones */
  readonly section_ids: readonly string[]
  readonly blocks: readonly { readonly id: string; readonly change: Change }[]
  readonly added_chars: number
  readonly removed_chars: number
  readonly reversal: boolean
}

export interface EditRow extends AuthorColumns, EditMeasures {
  readonly id: string
  readonly pad_id: string
  readonly hub_id: string
  readonly kind: EditKind
  readonly status: 'live' | 'proposed'
  readonly base_version: number
  readonly version?: number
  readonly undo_of?: string
  readonly suggestion_of?: string
  /** in Checked hubs */
  readonly checked?: SectionCheck
  /** when it goes in unless answered before, ISO 8601 */
  readonly goes_in_at?: string
  readonly task_id?: string
  readonly decision_id?: string
  readonly thread_id?: string
  readonly note?: Untrusted
  readonly text?: Untrusted
  readonly title?: Untrusted
  /** of a suggestion: its changes, as lines with + and - */
  readonly changed?: Untrusted
  readonly at: string
}

export const insertEdits = insertInto<EditRow>('edit')

export interface EditAnswer {
  readonly id: string
  readonly status: 'undone' | 'accepted' | 'turned_down' | 'withdrawn'
  /** undone: the edit that undid it */
  readonly undone_by?: string
  /** accepted: the version it produced */
  readonly version?: number
  /** absent when the service accepted it */
  readonly answered_by?: string
  readonly answered_at: string
  readonly answer_note?: Untrusted
}

export const answerEdits = updateOf<EditAnswer>('edit.answer', {
  set: ['status', 'answered_by', 'answered_at', 'answer_note'],
  also: 'undone_by = coalesce(next.undone_by, edit.undone_by), version = coalesce(next.version, edit.version)',
})

/** Its acceptance was taken back: it waits as it did before, and for an answer alone. */
export const askAgain = updateOf<{ readonly id: string }>('edit.ask_again', {
  set: [],
  also: `status = 'proposed', version = null, answered_by = null, answered_at = null, answer_note = null, goes_in_at = null`,
})

/** Records a check of an edit that went in. */
export const checkEdits = updateOf<{ readonly id: string; readonly checked: SectionCheck }>('edit.check', {
  set: ['checked'],
})

/** For a hub that becomes Checked: small suggestions that wait go in at this time, however old they are. */
export const timeSuggestions = effect<{ readonly hub_id: string; readonly goes_in_at: string }>({
  name: 'edit.time',
  phase: 'update',
  key: ({ hub_id }) => hub_id,
  write: (sql, rows) => sql`
    update edit set goes_in_at = from_now.goes_in_at
    from unnest(${rows.map((row) => row.hub_id)}::text[], ${rows.map((row) => row.goes_in_at)}::timestamptz[])
      as from_now (hub_id, goes_in_at)
    where edit.pad_id in (select pad.id from pad where pad.hub_id = from_now.hub_id)
      and edit.status = 'proposed' and edit.small and edit.decision_id is null`,
})

/** The pad accepted no edit at that time: sets another. */
export const postponeEdits = updateOf<{ readonly id: string; readonly goes_in_at: string }>('edit.postpone', {
  set: ['goes_in_at'],
})

/** Removes the time at which it goes in by itself: it now waits for an answer. */
export const holdEdits = updateOf<{ readonly id: string }>('edit.hold', { set: [], also: 'goes_in_at = null' })
