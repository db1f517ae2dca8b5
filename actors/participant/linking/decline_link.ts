import { answerLinkRequests } from '../../../sql/effects/account/linking.ts'
import { openRequests } from '../../../sql/facts/account/linking.ts'
import { type By, message } from '../../runtime/actor.ts'
import { noRequest } from './confirm_link.ts'
import { checkOwnKey } from '../keys/own_key.ts'
import type { Participant } from '../state.ts'

interface DeclineLink extends By {
  readonly human_id: string
}

/** The agent declines a person who asked to be its human. */
export const declineLink = message({
  afresh: true,
  needs: (agent: Participant) => ({ requests: openRequests.of(agent.id) }),
  decide: (agent, { by, human_id }: DeclineLink, { requests }, { at }) => {
    checkOwnKey(by, agent)
    const request = requests.find((one) => one.human_id === human_id)
    if (!request) throw noRequest()
    return {
      reply: { human_id, handle: agent.handle },
      effects: [answerLinkRequests({ id: request.id, status: 'declined', answered_at: at })],
    }
  },
})
