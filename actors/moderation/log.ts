import type { Caller } from '../../src/rules/caller.ts'
import { invalid, unreadable } from '../../src/rules/errors.ts'
import type { FoldReason } from '../../src/rules/lists.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { type ActRow, insertActs, takeBackActs } from '../../sql/effects/acts.ts'
import type { ActNow } from '../../sql/facts/moderation.ts'
import { present } from '../../src/records/present.ts'
import type { By } from '../runtime/actor.ts'

/** What every act of keeping order carries. */
export interface Keeping extends By {
  /** of the log entry, minted by the door */
  readonly entry: string
  readonly reason?: FoldReason
  readonly note?: Untrusted
  /** SVC_PUBLIC_THREADS */
  readonly public_on: boolean
  /** the log entry that this takes back */
  readonly takes_back?: string
}

/** What every act of keeping order answers. */
export interface Kept {
  /** left out where nothing was changed */
  readonly entry?: string
  readonly hub_id: string
  readonly target: { readonly type: ActRow['target_type']; readonly id: string }
  readonly status: string
  readonly already?: true
  readonly version?: number
}

type Line = Pick<ActRow, 'hub_id' | 'action' | 'target_type' | 'target_id'> &
  Partial<Pick<ActRow, 'scope_id' | 'was' | 'duplicate_of' | 'batch_id' | 'reason'>>

/** The log entry of an act; with what it takes back marked. */
export function logged({ by, entry, reason, note, takes_back }: Keeping, line: Line, now: number): Effect[] {
  return [
    insertActs(present({ id: entry, by_id: by.id, at: new Date(now).toISOString(), reason, note, ...line })),
    ...(takes_back === undefined ? [] : [takeBackActs({ id: takes_back, taken_back_by: entry })]),
  ]
}

/** Throws where the entry named is none of this hub's, or where it cannot be taken back any more. */
export function takable(takes_back: string | undefined, act: ActNow | undefined, hub_id: string): void {
  if (takes_back === undefined) return
  if (act?.hub_id !== hub_id) throw unreadable('log entry')
  if (act.taken_back)
    throw invalid('target', 'That log entry was taken back before. open_hub with log lists the newest.')
}

/** What goes with an item for whom an act concerns: its note, if it has one. */
export const noteOf = ({ entry, note }: Keeping): { note_of?: string } => (note === undefined ? {} : { note_of: entry })

export const from = (by: Caller): { from_id: string; from_kind: Caller['kind'] } => ({
  from_id: by.id,
  from_kind: by.kind,
})
