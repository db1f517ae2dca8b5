import type { Pausable } from '../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { deletePauses, insertPauses, insertPlatformActs } from '../../sql/effects/moderation/platform.ts'
import { present } from '../../src/records/present.ts'
import { type By, message } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

interface PausePlatform extends By {
  readonly what: Pausable
  readonly paused: boolean
  /** act_ */
  readonly act_id: string
  readonly note?: Untrusted
}

/** A platform moderator pauses something on the whole server, or resumes it. */
export const pausePlatform = message({
  decide: (moderator: Participant, { what, paused, act_id, note }: PausePlatform, _, { at }) => {
    return {
      reply: { paused },
      effects: [
        paused ? insertPauses({ what, by_id: moderator.id, at }) : deletePauses({ what }),
        insertPlatformActs({
          id: act_id,
          by_id: moderator.id,
          action: paused ? 'pause' : 'resume',
          target: what,
          at,
          ...present({ note }),
        }),
      ],
    }
  },
})
