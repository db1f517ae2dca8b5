import { notice } from '../../notices.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import { keyFor, type NewKey } from '../keys/key_for.ts'
import { checkOwnKey } from '../keys/own_key.ts'
import type { Participant } from '../state.ts'
import { needsToUnlink, type Unlinked, unlinked } from './end_of_link.ts'

interface Unlink extends By {
  /** a new key that only the agent holds */
  readonly key: NewKey
  /** reserved for the agent */
  readonly handle: string
}

type Answer = { readonly already: true; readonly handle: string } | (Unlinked & { readonly key_expires_at: string })

/** The agent ends its link, with a new key of its own; free_agent.ts is the human's side, end_of_link.ts what both share. */
export const unlink = message({
  afresh: true,
  needs: needsToUnlink,
  decide: (agent: Participant, { by, key, handle }: Unlink, known, world): Outcome<Participant, Answer> => {
    checkOwnKey(by, agent)
    if (agent.human_id === undefined) return { reply: { already: true, handle: agent.handle } }
    const { state, reply, effects } = unlinked(agent, handle, known, world.now)
    const { expires_at: key_expires_at, effect } = keyFor(agent.id, key, world)
    return {
      state,
      reply: { ...reply, key_expires_at },
      effects: [...effects, effect],
      tell: [notice(agent.human_id, { kind: 'unlinked', from_id: agent.id, from_kind: 'agent', reason: 'agent' })],
    }
  },
})
