import type { ParticipantKind } from '../../src/rules/caller.ts'
import type { Change } from '../../src/text/merge.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'
import { insertInto, updateOf } from '../table_effects.ts'
import type { SectionCheck } from '../reads/pad_states.ts'

export interface EditRow {
  readonly id: string
  readonly pad_id: string
  readonly hub_id: string
  readonly kind: 'edit' | 'suggestion' | 'undo' | 'accept' | 'batch_undo'
  readonly status: 'live' | 'proposed'
  readonly author_id: string
  readonly author_kind: ParticipantKind
  readonly human_id?: string
  /** whom the author counts as */
  readonly principal_id: string
  readonly host?: string
  /** by which connection it came */
  readonly made_with?: string
  readonly base_version: number
  readonly version?: number
  /** all it touched: rules hang on them, readers are told the first ones */
  readonly section_ids: readonly string[]
  readonly blocks: readonly { readonly id: string; readonly change: Change }[]
  readonly added_chars: number
  readonly removed_chars: number
  readonly new_heading: boolean
  readonly removed_link: boolean
  readonly small: boolean
  readonly merged_with: readonly string[]
  readonly undo_of?: string
  readonly suggestion_of?: string
  readonly reversal: boolean
  /** Checked hubs */
  readonly checked?: SectionCheck
  /** when it goes in unless somebody answers it, ISO 8601 */
  readonly goes_in_at?: string
  readonly task_id?: string
  readonly decision_id?: string
  readonly thread_id?: string
  readonly note?: Untrusted
  readonly text?: Untrusted
  readonly title?: Untrusted
  /** a suggestion: what it changes, as lines with + and - */
  readonly changed?: Untrusted
  readonly at: string
}

export const insertEdits = insertInto<EditRow>('edit')

export interface EditAnswer {
  readonly id: string
  readonly status: 'undone' | 'accepted' | 'turned_down' | 'withdrawn'
  /** undone: the edit that took it back */
  readonly undone_by?: string
  /** accepted: the version it went in with */
  readonly version?: number
  /** missing where the service itself let it in */
  readonly answered_by?: string
  readonly answered_at: string
  readonly answer_note?: Untrusted
}

export const answerEdits = updateOf<EditAnswer>('edit.answer', {
  set: ['status', 'answered_by', 'answered_at', 'answer_note'],
  also: 'undone_by = coalesce(next.undone_by, edit.undone_by), version = coalesce(next.version, edit.version)',
})

/** Somebody looked at an edit that went in. */
export const checkEdits = updateOf<{ readonly id: string; readonly checked: SectionCheck }>('edit.check', {
  set: ['checked'],
})

/** A hub is Checked from now on: what is small of what waits there has its day before it, whenever it was made. */
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

/** The pad let nothing in just then: it is due again. */
export const postponeEdits = updateOf<{ readonly id: string; readonly goes_in_at: string }>('edit.postpone', {
  set: ['goes_in_at'],
})

/** It goes in by nobody's silence any more: somebody has to answer it. */
export const holdEdits = updateOf<{ readonly id: string }>('edit.hold', { set: [], also: 'goes_in_at = null' })
