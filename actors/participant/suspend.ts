import { invalid } from '../../src/rules/errors.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { insertPlatformActs } from '../../sql/effects/moderation/platform.ts'
import { setSuspensions } from '../../sql/effects/account/participants.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { byService, notice } from '../notices.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import type { Participant } from './state.ts'
import { needsToUnlink, unlinked } from './linking/end_of_link.ts'

interface Suspend extends By {
  readonly suspended: boolean
  /** act_ */
  readonly act_id: string
  /** for a linked agent that is suspended: a handle reserved outside its human's */
  readonly handle: string
  readonly reason?: string
  readonly note?: Untrusted
}

/**
 * A platform moderator suspends an account, or ends the suspension. Ids linked to a suspended human stop with it. An
 * agent that is itself suspended is unlinked, so that nothing of it counts against its human.
 */
export const suspend = message({
  afresh: true,
  needs: needsToUnlink,
  decide: (who: Participant, args: Suspend, known, { now, at }): Outcome<Participant, { suspended: boolean }> => {
    const { by, suspended, act_id, handle, reason, note } = args
    // suspended, they could not end it: they would be no moderator
    if (suspended && who.id === by.id)
      throw invalid('target', 'That is your own account, and you could not let it go on. Ask another moderator.')
    const effects = [
      setSuspensions(presentAs({ id: who.id, suspended_at: suspended ? at : undefined })),
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
        notice(who.id, { ...item, ...byService }),
        // names the agent, since a person has many
        notice(human, { ...item, from_id: who.id, from_kind: 'agent' }),
      ],
    }
  },
})
