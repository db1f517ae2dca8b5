import type { Sql } from '../../../sql/client.ts'
import type { PadHead } from '../../../sql/reads/pad/pad_head.ts'
import type { ReviewAnswer } from '../../records/pad/decision_line.ts'
import { isPausedIn } from '../../rules/agents_paused.ts'
import { asClicked, type Caller, holderOf } from '../../rules/caller.ts'
import { isAuthor, isOwnEdit, isWorkOf, withdraws } from '../../rules/own_work.ts'
import { actsHere, mayOnPad, type PadAct } from '../../rules/pad_acts.ts'
import { isHubGuest, isKeeper, seatIn } from '../../rules/may_read/readable.ts'
import type { Action } from '../../rules/rights.ts'
import { hasRecord } from '../track_record.ts'
import { hubTakesGuests } from '../../rules/taking_guests.ts'

interface PadRights {
  readonly may: readonly PadAct[]
  readonly undo: (edit: Authored) => boolean
  readonly answer: (kind: 'edit' | 'decision', of: Authored) => readonly ReviewAnswer[]
}

/** The ids that decide whose work something is. */
type Authored = Parameters<typeof isOwnEdit>[0]

/**
 * What a person may do on a pad, so what its page offers; the pad's actor decides again when they do it. Reads the track
 * record too: a member of a Checked hub with enough of one may check the edits of others.
 */
export async function rightsOn(sql: Sql, head: PadHead, by: Caller, now: number): Promise<PadRights> {
  const { id: hub_id, mode } = head.hub
  const seat = seatIn(head)
  const asked = {
    by: asClicked(by),
    seat,
    hub_guest: isHubGuest(head),
    mode,
    maker: head.created_by === by.id,
    trackRecord: await hasRecord(sql, { participant_id: holderOf(by), hub_id, seat, mode }, now),
    guests: hubTakesGuests(head.hub),
  }
  const here = { removed: head.removed, paused: isPausedIn(head, by), keeper: isKeeper(head), locked: head.locked }
  const can = (action: Action, more: { own?: boolean; linked?: boolean } = {}): boolean =>
    mayOnPad(action, { ...asked, ...more }, here)
  return {
    may: actsHere(asked, here),
    undo: (edit) => can('undo_edit', { own: isOwnEdit(edit, by) }),
    answer(kind, of) {
      const wrote = { own: isAuthor(of, by), linked: isWorkOf(of, by) }
      const answers = can(kind === 'edit' ? 'answer_edit' : 'answer_decision', wrote)
      const checks = !answers && kind === 'edit' && mode === 'checked' && can('verify', wrote)
      return [
        ...(answers ? (['accept'] as const) : []),
        // authors withdraw their own instead of turning it down
        ...(answers && !(kind === 'edit' && of.author_id === by.id) ? (['turn_down'] as const) : []),
        ...(checks ? (['check'] as const) : []),
        ...(can('withdraw', { own: withdraws(of, by) }) ? (['withdraw'] as const) : []),
      ]
    },
  }
}
