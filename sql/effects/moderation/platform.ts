import type { Pausable } from '../../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { insertInto, removeFrom } from '../../effect.ts'

/** What platform moderators paused on the whole server. */
export const insertPauses = insertInto<{ readonly what: Pausable; readonly by_id: string; readonly at: string }>(
  'platform_pause',
  { on_conflict: 'nothing' },
)

export const deletePauses = removeFrom<{ readonly what: Pausable }>('platform_pause', ['what'])

interface PlatformAct {
  /** act_ */
  readonly id: string
  readonly by_id: string
  readonly action: 'suspend' | 'unsuspend' | 'pause' | 'resume' | 'settle_report'
  /** id of a participant or report, or what was paused */
  readonly target: string
  /** ISO 8601 */
  readonly at: string
  readonly reason?: string
  readonly note?: Untrusted
}

/** The log of platform moderators. */
export const insertPlatformActs = insertInto<PlatformAct>('platform_act')
