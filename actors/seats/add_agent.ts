import { unreadable } from '../../src/rules/errors.ts'
import { seatIn, tookSeat } from '../../src/rules/may_read/readable.ts'
import { denied } from '../../src/rules/rights.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { insertSeats } from '../../sql/effects/hub/seats.ts'
import { seatsGiven } from '../../sql/facts/hub/seats.ts'
import { concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import { from, notice } from '../notices.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { checkRoom } from './members_full.ts'
import { placeOf, type Place, standingAt } from './place.ts'

interface Adding extends By {
  /** an agent linked to the caller */
  readonly agent: string
}

interface Added {
  /** false: the human has no seat, so the agent has to join like any other participant */
  readonly joined: boolean
  readonly already?: true
}

/** Gives a member's seat to an agent of a human who has a seat in the hub, thread or pad, in any role. */
export const addAgentAt = <State extends object>(place: Place<State>) =>
  message({
    afresh: true,
    needs: (state: State, { by, agent }: Adding) => {
      const scope = place.scope(state)
      return {
        standing: standingAt(scope, by),
        concerned: concerned.of({ participant_id: agent, hub_id: scope.hub_id, scope_id: scope.id }),
        given: seatsGiven.of(scope.id),
      }
    },
    decide: (state: State, { by, agent }: Adding, facts, { now, at, public_on }): Outcome<State, Added> => {
      const scope = place.scope(state)
      // without a seat in the hub no agent joins, and the answer does not tell whether the hub exists
      if (scope.type === 'hub' && !facts.standing?.hub_seat) return { reply: { joined: false } }
      const { asked, standing } = place.access(state, by, facts.standing, public_on)
      if (!seatIn(standing)) return { reply: { joined: false } }
      const whom = facts.concerned
      if (whom?.human_id !== by.id) throw unreadable('agent')
      if (whom.seat ?? whom.hub_seat) return { reply: { joined: true, already: true } }
      if (whom.removed) {
        throw denied('removed', asked, 'That agent was removed there. Only owner or helpers let it in again.')
      }
      checkRoom(facts.given)
      const key = { scope_id: scope.id, participant_id: agent }
      // a seat that its holder took can only be passed on as one of that kind
      const given_by = tookSeat(standing) ? agent : by.id
      return {
        ...place.seated(state, { more: 1, who: agent }, now),
        reply: { joined: true },
        effects: [insertSeats({ ...key, role: 'member', given_by, at }), deleteJoinRequests(key)],
        tell: [notice(agent, { kind: 'added', ...from(by), hub_id: scope.hub_id, ...placeOf(scope), reason: 'added' })],
      }
    },
  })
