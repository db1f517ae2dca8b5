import { notFound } from '../../src/rules/errors.ts'
import { setPauses } from '../../sql/effects/account/participants.ts'
import { presentAs } from '../../src/records/present.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

interface Pause extends By {
  readonly paused: boolean
}

/** The agent's human stops it and its sub-agents from writing, or ends that. */
export const pause = message({
  decide: (
    agent: Participant,
    { by, paused }: Pause,
    _,
    { at },
  ): Outcome<Participant, { readonly paused: boolean }> => {
    if (agent.human_id !== by.id) throw notFound('not_your_agent', 'You have no such agent.')
    return {
      reply: { paused },
      effects: [setPauses(presentAs({ id: agent.id, paused_at: paused ? at : undefined }))],
    }
  },
})
