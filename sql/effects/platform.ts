import type { Pausable } from '../../src/rules/lists.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { insertInto, removeFrom } from '../table_effects.ts'

/** Something that platform moderators stopped for everybody. */
export const insertPauses = insertInto<{ readonly what: Pausable; readonly by_id: string; readonly at: string }>(
  'platform_pause',
  { where_there: 'stays' },
)

export const deletePauses = removeFrom<{ readonly what: Pausable }>('platform_pause', ['what'])

export interface PlatformAct {
  /** act_ */
  readonly id: string
  readonly by_id: string
  readonly action: 'suspend' | 'unsuspend' | 'pause' | 'resume' | 'settle_report'
  /** a participant's or a report's id, or what was paused */
  readonly target: string
  /** ISO 8601 */
  readonly at: string
  readonly reason?: string
  readonly note?: Untrusted
}

/** What platform moderators did, and why. */
export const insertPlatformActs = insertInto<PlatformAct>('platform_act')
