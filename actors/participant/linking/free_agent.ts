import { notFound } from '../../../src/rules/errors.ts'
import { notice } from '../../notices.ts'
import { type By, message } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'
import { needsToUnlink, unlinked } from './end_of_link.ts'

interface Free extends By {
  /** reserved for the agent */
  readonly handle: string
}

/** The human ends the link. */
export const free = message({
  afresh: true,
  needs: needsToUnlink,
  decide: (agent: Participant, { by, handle }: Free, known, { now }) => {
    if (agent.human_id !== by.id) throw notFound('not_your_agent', 'You have no such agent.')
    return {
      ...unlinked(agent, handle, known, now),
      tell: [notice(agent.id, { kind: 'unlinked', from_id: by.id, from_kind: 'human', reason: 'human' })],
    }
  },
})
