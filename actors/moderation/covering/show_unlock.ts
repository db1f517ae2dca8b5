import { isKeeperSeat } from '../../../src/rules/may_read/readable.ts'
import type { Asked } from '../../../src/rules/rights.ts'
import { fold, unfold } from '../../../sql/effects/moderation/folds.ts'
import { type LockRow, lock, unlock as unlockEffect } from '../../../sql/effects/moderation/locks.ts'
import { answerReports } from '../../../sql/effects/moderation/reports.ts'
import type { FoldNow } from '../../../sql/facts/moderation/folds.ts'
import type { ActNow } from '../../../sql/facts/moderation/moderation_log.ts'
import { presentAs } from '../../../src/records/present.ts'
import { changed, type CoverContext, lockOf, unchanged, type CoverOutcome } from './covered.ts'

/** Shows it again, or as folded as it was before `act`, when that is taken back. */
export function show(context: CoverContext, asked: Asked, act: ActNow | undefined): CoverOutcome {
  const { target, call, at } = context
  const kept = isKeeperSeat(asked.seat)
    ? [answerReports({ target_id: target.id, state: 'kept', answered_by: call.by.id, answered_at: at })]
    : []
  if (!target.fold) return { ...unchanged(context, 'shown'), effects: kept }
  const was = replacedBy<FoldNow>(act)
  if (!was) {
    return changed(context, 'shown', {
      effects: [unfold({ target_id: target.id }), ...kept],
      next: lockOf(target),
    })
  }
  const { at: since, ...before } = was
  return changed(context, before.level === 'fold' ? 'folded' : 'hidden', {
    effects: [fold({ target_id: target.id, ...before, at: since }), ...kept],
    next: { fold: before, ...lockOf(target) },
  })
}

/** Unlocks it, or leaves it locked as it was before `act`, when that is taken back. */
export function unlock(context: CoverContext, act: ActNow | undefined): CoverOutcome {
  const { target } = context
  if (!target.locked) return unchanged(context, 'unlocked')
  const next = target.fold ? { fold: target.fold } : {}
  const was = replacedBy<Pick<LockRow, 'by_id' | 'reason'>>(act)
  if (!was) return changed(context, 'unlocked', { effects: [unlockEffect({ target_id: target.id })], next })
  const { by_id, at, reason } = was
  return changed(context, 'locked', {
    effects: [lock(presentAs({ target_id: target.id, by_id, at, reason }))],
    next: { ...next, locked: { by_id } },
  })
}

/**
 * The fold or lock that an act replaced, and since when it was in force. Acts of earlier releases kept no time: then it is
 * that of the log line that set it, so that this can be taken back in turn, or else that of the act itself.
 */
function replacedBy<Cover>(act: ActNow | undefined): (Cover & { readonly at: string }) | undefined {
  if (act?.was === undefined) return undefined
  const since = act.was_since ?? act.at
  return { at: since.toISOString(), ...(JSON.parse(act.was) as Cover) }
}
