import { notFound } from '../../../src/rules/errors.ts'
import { linkables, openRequests } from '../../../sql/facts/account/linking.ts'
import { padsNaming } from '../../../sql/facts/pad/pads_naming.ts'
import { type By, message } from '../../runtime/actor.ts'
import { alreadyLinked, isLinkedTo, linked } from './both_agreed.ts'
import { checkOwnKey } from '../keys/own_key.ts'
import type { Participant } from '../state.ts'

interface ConfirmLink extends By {
  readonly human_id: string
  /** reserved for the agent */
  readonly handle: string
}

/** The agent accepts a person who asked to be its human. */
export const confirmLink = message({
  afresh: true,
  needs: (agent: Participant, { human_id }: ConfirmLink) => ({
    human: linkables.of(human_id),
    requests: openRequests.of(agent.id),
    pads: padsNaming.of(agent.id),
  }),
  decide: (agent, { by, human_id, handle }, { human, requests, pads }, { now }) => {
    checkOwnKey(by, agent)
    if (isLinkedTo(agent, human_id)) return alreadyLinked(agent, human_id)
    const asked = requests.some((request) => request.human_id === human_id)
    if (!asked || human?.kind !== 'human' || human.suspended) throw noRequest()
    return linked(agent, { human: human_id, handle, requests, pads }, now)
  },
})

export const noRequest = () =>
  notFound('unreadable', 'Nobody of that handle asks to link you. link_requests names those who do.')
