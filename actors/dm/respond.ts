import type { Caller } from '../../src/rules/caller.ts'
import { conflict } from '../../src/rules/errors.ts'
import { reportLimits } from '../../src/rules/limits.ts'
import {
  type DmCall,
  dmMovesFrom,
  type DmNow,
  moveDm,
  hasBlocked,
  statusSeen,
} from '../../src/rules/states/dm_status.ts'
import { unreadIn } from '../../sql/facts/dms.ts'
import { reported } from '../../sql/facts/moderation/reports.ts'
import { present } from '../../src/records/present.ts'
import { type Reporting, reportToPlatform, toModerators } from '../moderation/reporting.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { advanced, checkVisible, type Dm, type DmReply, dmReply, storing, otherThan } from './state.ts'

interface Respond extends Reporting {
  readonly action: DmCall
  /** the reported post, if one is named */
  readonly post_id?: string
  /** ids of the platform moderators, who are told of a report */
  readonly moderators: readonly string[]
}

interface DmAnswered extends DmReply {
  readonly already?: true
  readonly report_id?: string
}

/** Accepts, declines, blocks, unblocks or reports. Notifies no side: the requester sees the status in the DM. */
export const respond = message({
  afresh: true,
  needs: (dm: Dm, { by, action }: Respond) => ({
    unread: unreadIn.of({ dm_id: dm.id, participant_id: by.id }),
    before: reported.maybe(action === 'report' ? { target_id: dm.id, by_id: by.id } : undefined),
  }),
  decide: (dm, args, { unread, before }, { now }): Outcome<Dm, DmAnswered> => {
    const { by, action } = args
    checkVisible(dm, by)
    const move = moveDm(nowFor(dm, by), action)
    if (!move)
      throw conflict('bad_move', refused(dm, by, action), {
        state: statusSeen(dm, by.id),
        moves: dmMovesFrom(nowFor(dm, by)),
      })
    const told = dmReply(dm, by.id, unread)
    if (action === 'report') {
      const own = before.own
      if (own !== undefined) return { reply: { ...told, report_id: own, already: true }, already: reportLimits }
      return {
        reply: { ...told, report_id: args.report_id },
        effects: [
          reportToPlatform(args, { target_type: 'dm', target_id: dm.id, ...present({ post_id: args.post_id }) }, now),
        ],
        tell: toModerators(args.moderators, { by, whom: otherThan(dm, by.id), report_id: args.report_id }),
      }
    }
    if (move.already) return { reply: { ...told, already: true } }
    const next = answered(dm, move.to, by, now)
    return storing(next, { reply: dmReply(next, by.id, unread) })
  },
})

const nowFor = (dm: Dm, by: Caller): DmNow => ({
  status: statusSeen(dm, by.id),
  asked: dm.asked_by !== by.id,
  blockedByMe: hasBlocked(dm, by.id),
  wasOpen: dm.was_open,
})

function refused(dm: Dm, by: Caller, action: DmCall): string {
  const status = statusSeen(dm, by.id)
  if (status === 'requested' && dm.asked_by === by.id) return `You asked: it is theirs to ${action}.`
  return `There is no request to ${action}: this DM is ${status}.`
}

/**
 * Blocking, and unblocking back to an open DM, do not change the time that the other side could see. Who asked, blocked and
 * unblocks has taken the request back: nobody answered it.
 */
function answered(dm: Dm, to: Dm['status'], by: Caller, now: number): Dm {
  const { blocked_by, blocked_both, ...free } = dm
  if (to === 'blocked' && blocked_by !== undefined) return advanced(dm, { blocked_both: true })
  if (to === 'blocked') return advanced(free, { status: to, blocked_by: by.id })
  // the other side's block stays
  if (blocked_both && dm.status === 'blocked') return advanced(free, { blocked_by: otherThan(dm, by.id) })
  if (dm.status !== 'blocked') return advanced(free, { status: to, was_open: to === 'open', answered_at: now }, now)
  const declines = to === 'declined' && dm.answered_at === undefined && dm.asked_by !== by.id
  return declines ? advanced(free, { status: to, answered_at: now }, now) : advanced(free, { status: to })
}
