import { byService, notice } from '../../notices.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'
import { needsToUnlink, unlinked } from './end_of_link.ts'

interface LeftBehind {
  readonly human: string
  /** reserved for the agent */
  readonly handle: string
}

/** The agent's human deleted the account and chose to free it: it is unlinked and goes on with its own keys. */
export const leftBehind = message({
  afresh: true,
  needs: needsToUnlink,
  decide: (
    agent: Participant,
    { human, handle }: LeftBehind,
    known,
    { now },
  ): Outcome<Participant, { readonly freed: boolean }> => {
    if (agent.human_id !== human) return { reply: { freed: false } }
    const { state, effects } = unlinked(agent, handle, known, now)
    return {
      state,
      reply: { freed: true },
      effects,
      tell: [notice(agent.id, { kind: 'unlinked', ...byService, reason: 'human' })],
    }
  },
})
