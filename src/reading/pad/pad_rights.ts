import type { Sql } from '../../../sql/client.ts'
import type { PadHead } from '../../../sql/reads/pad/pad_head.ts'
import type { PadAct } from '../../records/pad/pad_page.ts'
import type { ReviewAnswer } from '../../records/pad/decision_line.ts'
import { asClicked, type Caller } from '../../rules/caller.ts'
import { holderOf, isAuthor, isWorkOf } from '../../rules/one_human.ts'
import { isHubGuest, isKeeper } from '../../rules/may_read/readable.ts'
import { type Action, may } from '../../rules/rights.ts'
import { hasRecord } from '../track_record.ts'
import { hubTakesGuests } from '../../rules/taking_guests.ts'

/** What a person may do on a pad, so what its page offers. The pad's actor decides again when they do it. */

/** In a locked pad only owner and helpers may do these, and answer them; others may still withdraw their own. */
const changing = ['edit_pad', 'propose', 'decide', 'propose_decision', 'verify', 'undo_edit'] as const
const changes: ReadonlySet<Action> = new Set([...changing, 'answer_edit', 'answer_decision'])

const padActs = [
  ...changing,
  'start_thread',
  'flag_wrong',
  'lock',
  'unlock',
  'hide',
  'show',
  'pin',
  'invite',
] as const satisfies readonly PadAct[]

interface PadRights {
  readonly may: readonly PadAct[]
  readonly undo: (edit: Authored) => boolean
  readonly answer: (kind: 'edit' | 'decision', of: Authored) => readonly ReviewAnswer[]
}

/** The ids that decide whose work something is. */
interface Authored {
  readonly author_id: string
  readonly human_id?: string | undefined
  readonly linked_to?: string | undefined
  readonly parent_id?: string | undefined
  readonly made_by?: string | undefined
}

/** Reads the track record too: a member of a Checked hub with enough of one may check the edits of others. */
export async function rightsOn(sql: Sql, head: PadHead, by: Caller, now: number): Promise<PadRights> {
  const { id: hub_id, mode } = head.hub
  const seat = head.hub_seat ?? head.pad_seat
  const asked = {
    by: asClicked(by),
    seat,
    hub_guest: isHubGuest({ ...head, scope_seat: head.pad_seat }),
    mode,
    maker: head.created_by === by.id,
    trackRecord: await hasRecord(sql, { participant_id: holderOf(by), hub_id, seat, mode }, now),
    guests: hubTakesGuests(head.hub),
  }
  const closed = head.locked && !isKeeper(head)
  const can = (action: Action, more: { own?: boolean; linked?: boolean } = {}): boolean =>
    !head.removed && !(closed && changes.has(action)) && may(action, { ...asked, ...more }) === true
  const isOwn = ({ author_id, human_id, linked_to, parent_id, made_by }: Authored): boolean =>
    [author_id, human_id, linked_to, parent_id, made_by].includes(by.id)
  return {
    may: padActs.filter((action) => can(action) && (action !== 'verify' || mode === 'checked')),
    undo: (edit) => can('undo_edit', { own: isOwn(edit) }),
    answer(kind, of) {
      const own = [of.author_id, of.human_id, of.parent_id].includes(by.id)
      const wrote = { own: isAuthor(of, by), linked: isWorkOf(of, by) }
      const answers = can(kind === 'edit' ? 'answer_edit' : 'answer_decision', wrote)
      const checks = !answers && kind === 'edit' && mode === 'checked' && can('verify', wrote)
      return [
        ...(answers ? (['accept'] as const) : []),
        // authors withdraw their own instead of turning it down
        ...(answers && !(kind === 'edit' && of.author_id === by.id) ? (['turn_down'] as const) : []),
        ...(checks ? (['check'] as const) : []),
        ...(can('withdraw', { own }) ? (['withdraw'] as const) : []),
      ]
    },
  }
}
