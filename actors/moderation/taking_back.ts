import { invalid, unreadable } from '../../src/rules/errors.ts'
import type { ActNow } from '../../sql/facts/moderation/moderation_log.ts'
import type { Moderating } from './log.ts'

/** Since when a fold, lock, removal, role or pause stands, and who set it where that is known. */
export interface Stands {
  readonly at?: string
  readonly by_id?: string
}

/**
 * Throws where the entry of an act cannot be taken back; the same for all kinds. It is of this hub, and what stands there
 * now was set by that very act: a later act has an entry of its own, and taking that back brings back what this one set,
 * since when it stood. An entry taken back before is refused only where a later act did the same again. `stands` is absent
 * where nothing is left to be taken back.
 */
export function checkTakesBack(
  { takes_back }: Pick<Moderating, 'takes_back'>,
  act: ActNow | undefined,
  hub_id: string,
  stands: Stands | undefined,
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

/** Whether it was that act's doing; the log offers no other entry (`isOfAct` of sql/reads/hub/moderation_log.ts). */
const isOf = ({ by_id, at }: Stands, act: ActNow): boolean =>
  at === act.at.toISOString() && (by_id === undefined || by_id === act.by_id)

/** Whether it was done after this time. What taking back an entry puts back is older, or of just that time. */
const isSince = ({ at }: Stands, time: Date | undefined): boolean =>
  at !== undefined && time !== undefined && at > time.toISOString()
