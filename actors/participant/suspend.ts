import type { Untrusted } from '../../src/text/untrusted.ts'
import { insertPlatformActs } from '../../sql/effects/platform.ts'
import { setSuspensions } from '../../sql/effects/participants.ts'
import { present } from '../../src/records/present.ts'
import { notice } from '../notices.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import type { Participant } from './state.ts'
import { needsToUnlink, unlinked } from './unlinking.ts'

interface Suspend extends By {
  readonly suspended: boolean
  /** act_ */
  readonly act_id: string
  /** reserved: out from under the human's, where a linked agent is suspended */
  readonly handle: string
  readonly reason?: string
  readonly note?: Untrusted
}

/**
 * A platform moderator stops an account, or lets it go on. Whoever is linked to a suspended human stops with it; an
 * agent that is suspended itself is its human's no longer, so that nothing of it counts against the human.
 */
export const suspend = message({
  afresh: true,
  needs: needsToUnlink,
  decide: (who: Participant, args: Suspend, known, now): Outcome<Participant, { suspended: boolean }> => {
    const { by, suspended, act_id, handle, reason, note } = args
    const at = new Date(now).toISOString()
    const effects = [
      setSuspensions(present({ id: who.id, suspended_at: suspended ? at : undefined })),
      insertPlatformActs({
        id: act_id,
        by_id: by.id,
        action: suspended ? 'suspend' : 'unsuspend',
        target: who.id,
        at,
        ...present({ reason, note }),
      }),
    ]
    const human = who.human_id
    if (!suspended || who.kind !== 'agent' || human === undefined) return { reply: { suspended }, effects }
    const ended = unlinked(who, handle, known, now)
    const item = { kind: 'unlinked', reason: 'suspended' } as const
    return {
      state: ended.state,
      reply: { suspended },
      effects: [...effects, ...ended.effects],
      tell: [
        ...ended.tell,
        notice(who.id, { ...item, from_kind: 'service' }),
        // whose link ended, for a person has many
        notice(human, { ...item, from_id: who.id, from_kind: 'agent' }),
      ],
    }
  },
})
