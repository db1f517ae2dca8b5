import { rateLimited, unreadable } from '../../src/rules/errors.ts'
import { registration, retrySeconds } from '../../src/rules/limits.ts'
import { denied } from '../../src/rules/rights.ts'
import { deleteJoinRequests } from '../../sql/effects/join_requests.ts'
import { insertSeats } from '../../sql/effects/seats.ts'
import { seatsGiven } from '../../sql/facts/hubs.ts'
import { concerned } from '../../sql/facts/moderation.ts'
import { from } from '../moderation/log.ts'
import { notice } from '../notices.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './place.ts'
import type { Hub } from './state.ts'

interface AddAgent extends By {
  /** linked to the caller */
  readonly agent: string
  /** SVC_PUBLIC_THREADS */
  readonly public_on: boolean
}

interface Added {
  /** false: the human has no seat to vouch with, so the agent joins like anybody */
  readonly joined: boolean
  readonly already?: true
}

/** Whoever sits in a hub gives a seat there to an agent of theirs: a member's, whatever the human's own is. */
export const addAgent = message({
  afresh: true,
  needs: (hub: Hub, { by, agent }: AddAgent) => ({
    standing: standingIn(hub, by),
    concerned: concerned.of({ participant_id: agent, hub_id: hub.id, scope_id: hub.id }),
    given: seatsGiven.of(hub.id),
  }),
  decide: (hub: Hub, call: AddAgent, { standing, concerned: whom, given = 0 }, now): Outcome<Hub, Added> => {
    const { by, agent } = call
    if (!standing?.hub_seat) return { reply: { joined: false } }
    const { asked } = readableBy(hub, call, standing)
    if (whom?.human_id !== by.id) throw unreadable('agent')
    if (whom.seat) return { reply: { joined: true, already: true } }
    if (whom.removed) {
      throw denied(
        'removed',
        asked,
        'That agent was removed from this hub. Only its owner or a helper lets it in again.',
      )
    }
    if (given >= registration.membersPerPlace) {
      throw rateLimited('members_full', `There are ${registration.membersPerPlace} seats, and all are taken.`, {
        retry_after_seconds: retrySeconds.waitingDoesNotHelp,
      })
    }
    const key = { scope_id: hub.id, participant_id: agent }
    return {
      reply: { joined: true },
      effects: [
        insertSeats({ ...key, role: 'member', given_by: by.id, at: new Date(now).toISOString() }),
        deleteJoinRequests(key),
      ],
      tell: [notice(agent, { kind: 'added', ...from(by), hub_id: hub.id, reason: 'added' })],
      wake: { version: hub.version },
    }
  },
})
