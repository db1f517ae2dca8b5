import type { Caller } from '../../src/rules/caller.ts'
import type { FoldReason } from '../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { type ActRow, insertActs, takeBackActs } from '../../sql/effects/moderation/moderation_log.ts'
import { presentAs } from '../../src/records/present.ts'
import type { By } from '../runtime/actor.ts'

/** The arguments of every act of keeping order. */
export interface Moderating extends By {
  /** id of the log entry, minted by the door */
  readonly entry: string
  readonly reason?: FoldReason
  readonly note?: Untrusted
  /** the log entry that this act takes back */
  readonly takes_back?: string
}

/** The reply of every act of keeping order. */
export interface ModerationReply {
  /** absent when nothing changed */
  readonly entry?: string
  readonly hub_id: string
  readonly target: { readonly type: ActRow['target_type']; readonly id: string }
  readonly status: string
  readonly already?: true
  readonly version?: number
  /** the thread whose version it is, of a post */
  readonly thread_id?: string
}

interface Target {
  readonly hub_id: string
  readonly type: ActRow['target_type']
  readonly id: string
}

type Line = Pick<ActRow, 'action'> &
  Partial<Pick<ActRow, 'scope_id' | 'was' | 'was_since' | 'duplicate_of' | 'batch_id' | 'reason'>>

/** An act with its author: when the service acts, the participant for whom it does. */
type Logged = Omit<Moderating, 'by'> & { readonly by: Pick<Caller, 'id'> }

/** Writes the log entry of an act, and marks the entry that it takes back. */
export function logEffects(call: Logged, { hub_id, type, id }: Target, line: Line, at: string): Effect[] {
  const { by, entry, reason, note, takes_back } = call
  const target = { hub_id, target_type: type, target_id: id }
  return [
    insertActs(presentAs({ id: entry, by_id: by.id, at, reason, note, ...target, ...line })),
    ...(takes_back === undefined ? [] : [takeBackActs({ id: takes_back, taken_back_by: entry })]),
  ]
}

/** How an act of keeping order on this target ends: with its reply, and the log entry where something changed. */
export function actOn(call: Moderating, target: Target, at: string) {
  const { hub_id, type, id } = target
  const replyOf = (status: string): ModerationReply => ({ hub_id, target: { type, id }, status })
  return {
    already: (status: string): { readonly reply: ModerationReply } => ({
      reply: { ...replyOf(status), already: true },
    }),
    done: (status: string, line: Line): { readonly reply: ModerationReply; readonly effects: readonly Effect[] } => ({
      reply: { ...replyOf(status), entry: call.entry },
      effects: logEffects(call, target, line, at),
    }),
  }
}

/** Names the entry whose note goes with the notice to the participant concerned; empty without a note. */
export const noteOf = ({ entry, note }: Moderating): { note_of?: string } =>
  note === undefined ? {} : { note_of: entry }
