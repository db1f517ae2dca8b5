import { notFound } from '../../../src/rules/errors.ts'
import { saveLinkCodes } from '../../../sql/effects/account/linking.ts'
import { linkables, linkCodes, openRequests } from '../../../sql/facts/account/linking.ts'
import { padsNaming } from '../../../sql/facts/pad/pads_naming.ts'
import { type By, message } from '../../runtime/actor.ts'
import { alreadyLinked, isLinkedTo, linked } from './both_agreed.ts'
import { checkOwnKey } from '../keys/own_key.ts'
import type { Participant } from '../state.ts'

interface LinkByCode extends By {
  readonly human_id: string
  /** the code that this agent guessed right */
  readonly code_id: string
  /** reserved for the agent */
  readonly handle: string
}

/** Links by a code: both sides agreed, the human by handing it over, the agent by presenting it. */
export const linkByCode = message({
  afresh: true,
  needs: (agent: Participant, { human_id, code_id }: LinkByCode) => ({
    code: linkCodes.of(code_id),
    human: linkables.of(human_id),
    requests: openRequests.of(agent.id),
    pads: padsNaming.of(agent.id),
  }),
  decide: (agent, args, { code, human, requests, pads }, { now, at }) => {
    checkOwnKey(args.by, agent)
    if (isLinkedTo(agent, args.human_id)) return alreadyLinked(agent, args.human_id)
    const isTheirs = code?.human_id === args.human_id && code.used_by === agent.id && code.expires_at > now
    if (!code || !isTheirs || human?.kind !== 'human' || human.suspended) {
      throw notFound('unreadable', 'There is no such code. Ask your human for a new one.')
    }
    const used = saveLinkCodes({
      id: code.id,
      wrong: code.wrong,
      used_by: agent.id,
      ended_at: at,
    })
    return linked(agent, { human: human.id, handle: args.handle, requests, pads, uses: [used] }, now)
  },
})
