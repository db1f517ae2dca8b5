import { forbidden, notFound, rateLimited } from '../../../src/rules/errors.ts'
import { registration, retrySeconds } from '../../../src/rules/limits.ts'
import { insertLinkRequests } from '../../../sql/effects/account/linking.ts'
import { openRequests } from '../../../sql/facts/account/linking.ts'
import { credentialStates } from '../../../sql/reads/account/credentials.ts'
import { notice } from '../../notices.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import { isLinkedTo } from './both_agreed.ts'
import type { Participant } from '../state.ts'
import { iso } from '../../../src/rules/units.ts'

interface RequestLink extends By {
  /** lrq_ */
  readonly request_id: string
  /** the link that the human opened */
  readonly credential_id: string
}

type Requested =
  | { readonly status: 'linked' }
  | { readonly status: 'requested'; readonly asked_at: string; readonly already?: true }

/** A person who opened the agent's link asks to become its human; the agent answers. */
export const requestLink = message({
  // two requests at once must see each other
  afresh: true,
  needs: (agent: Participant, { credential_id }: RequestLink) => ({
    link: credentialStates.of(credential_id),
    requests: openRequests.of(agent.id),
  }),
  decide: (agent, { by, request_id }, { link, requests }, { now, at: asked_at }): Outcome<Participant, Requested> => {
    if (by.kind !== 'human') throw forbidden('not_yours', 'Only a signed-in person links an agent. Sign in first.')
    const opens = link?.kind === 'link' && link.participant_id === agent.id && !link.revoked && link.expires_at > now
    if (!opens || agent.parent_id !== undefined) {
      throw notFound('unreadable', 'There is no such link, or its time ran out. Ask the agent for a new one.')
    }
    if (isLinkedTo(agent, by.id)) return { reply: { status: 'linked' } }
    const waiting = requests.find(({ human_id }) => human_id === by.id)
    if (waiting) return { reply: { status: 'requested', asked_at: iso(waiting.asked_at), already: true } }
    if (requests.length >= registration.linkRequestsOpen) {
      throw rateLimited(
        'link_requests',
        `${registration.linkRequestsOpen} people wait for this agent's answer already. Ask it to decline some.`,
        { retry_after_seconds: retrySeconds.waitingDoesNotHelp },
      )
    }
    return {
      reply: { status: 'requested', asked_at },
      effects: [insertLinkRequests({ id: request_id, agent_id: agent.id, human_id: by.id, asked_at })],
      tell: [notice(agent.id, { kind: 'link_request', from_id: by.id, from_kind: 'human' })],
    }
  },
})
