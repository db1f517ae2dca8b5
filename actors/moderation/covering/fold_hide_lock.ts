import { isKeeperSeat } from '../../../src/rules/may_read/readable.ts'
import type { FoldReason } from '../../../src/rules/closed_lists.ts'
import type { Asked } from '../../../src/rules/rights.ts'
import { fold } from '../../../sql/effects/moderation/folds.ts'
import { lock as lockEffect } from '../../../sql/effects/moderation/locks.ts'
import { answerReports } from '../../../sql/effects/moderation/reports.ts'
import type { FoldNow } from '../../../sql/facts/moderation/folds.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { from, notice } from '../../notices.ts'
import type { Tell } from '../../runtime/actor.ts'
import { noteOf } from '../log.ts'
import type { InForce } from '../taking_back.ts'
import { changed, type CoverContext, lockOf, unchanged, type CoverOutcome } from './covered.ts'

/** The reason when none is given. */
const defaultReason: FoldReason = 'off_topic'

/** `stands`: the fold that this act replaces. */
export function hide(context: CoverContext, asked: Asked, stands: InForce | undefined): CoverOutcome {
  const { target, call, at } = context
  const { by, level = 'fold', reason, duplicate_of } = call
  const status = level === 'fold' ? 'folded' : 'hidden'
  const standing = target.fold
  const keeper = isKeeperSeat(asked.seat)
  const same =
    standing?.level === level &&
    (reason === undefined || standing.reason === reason) &&
    (duplicate_of === undefined || standing.duplicate_of === duplicate_of) &&
    !replacesOthers(standing, context, asked)
  // a maker does not change another's fold
  if (standing && (same || (!keeper && standing.by_id !== by.id))) return unchanged(context, status)
  const because = reason ?? standing?.reason ?? defaultReason
  // a repeated fold as a duplicate need not name the other thread again
  const repeated = because === 'duplicate' ? (duplicate_of ?? standing?.duplicate_of) : undefined
  const next: FoldNow = { level, reason: because, by_id: by.id, ...present({ duplicate_of: repeated }) }
  return changed(context, status, {
    effects: [
      fold({ target_id: target.id, ...next, at }),
      ...(keeper ? [answerReports({ target_id: target.id, state: 'acted', answered_by: by.id, answered_at: at })] : []),
    ],
    tell: moderated(context, next.reason),
    next: { fold: next, ...lockOf(target) },
    reason: next.reason,
    ...present({ was: stands && JSON.stringify(stands) }),
  })
}

/** `stands`: the lock that this act replaces. */
export function lock(context: CoverContext, asked: Asked, stands: InForce | undefined): CoverOutcome {
  const { target, call, at } = context
  const { by, reason } = call
  if (target.locked && !replacesOthers(target.locked, context, asked)) return unchanged(context, 'locked')
  return changed(context, 'locked', {
    effects: [lockEffect(presentAs({ target_id: target.id, by_id: by.id, at, reason }))],
    tell: moderated(context, reason),
    next: presentAs({ fold: target.fold, locked: { by_id: by.id } }),
    ...present({ was: stands && JSON.stringify(stands) }),
  })
}

/** A keeper's act replaces that of a maker, who could otherwise take it back as their own. */
const replacesOthers = (
  { by_id }: { readonly by_id?: string },
  { call, keepers }: CoverContext,
  { seat }: Asked,
): boolean =>
  isKeeperSeat(seat) && by_id !== undefined && by_id !== call.by.id && !keepers.some(({ id }) => id === by_id)

const moderated = ({ target, call }: CoverContext, reason: string | undefined): Tell[] => [
  notice(target.author_id, {
    kind: 'moderated',
    ...from(call.by),
    ...(target.type === 'post'
      ? { post_id: target.id }
      : target.type === 'thread'
        ? { thread_id: target.id }
        : { pad_id: target.id }),
    ...present({ reason }),
    ...noteOf(call),
  }),
]
