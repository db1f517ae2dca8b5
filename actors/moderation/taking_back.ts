import { invalid, unreadable } from '../../src/rules/errors.ts'
import type { ActNow } from '../../sql/facts/moderation/moderation_log.ts'
import type { Moderating } from './log.ts'

/** A fold, lock, removal, role or pause in force: since when, and set by whom if that is known. */
export interface InForce {
  readonly at?: string
  readonly by_id?: string
}

/**
 * Throws when the entry of an act cannot be taken back: it must belong to this hub, and what is in force now must be that
 * act's doing. A later act has its own entry; taking that back restores what this one set. An entry that was taken back
 * before is refused only if a later act did the same again. `stands` is absent when nothing is left to take back.
 */
export function checkTakesBack(
  { takes_back }: Pick<Moderating, 'takes_back'>,
  act: ActNow | undefined,
  hub_id: string,
  stands: InForce | undefined,
): void {
  if (takes_back === undefined) return
  if (act?.hub_id !== hub_id) throw unreadable('log entry')
  if (stands === undefined) return
  if (act.taken_back) {
    if (isSince(stands, act.taken_back_at)) {
      throw invalid('target', `That log entry was taken back before, and it is so again since. ${newest}`)
    }
  } else if (!isOf(stands, act)) {
    throw invalid('target', `What stands there now is not what that log entry did. ${newest}`)
  }
}

const newest = 'open_hub with log lists the newest entries.'

/** Whether that act set it; the log offers no other entry (`isOfAct` of sql/reads/hub/moderation_log.ts). */
const isOf = ({ by_id, at }: InForce, act: ActNow): boolean =>
  at === act.at.toISOString() && (by_id === undefined || by_id === act.by_id)

/** Whether it was set after this time. What taking back restores is older, or exactly that old. */
const isSince = ({ at }: InForce, time: Date | undefined): boolean =>
  at !== undefined && time !== undefined && at > time.toISOString()
