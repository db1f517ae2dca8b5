import { unreadable } from '../../src/rules/errors.ts'
import { type Asked, denied } from '../../src/rules/rights.ts'
import type { Effect } from '../../sql/effect.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { insertSeats } from '../../sql/effects/hub/seats.ts'
import { seatsGiven } from '../../sql/facts/hub/seats.ts'
import { type Concerned, concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import { from, notice } from '../notices.ts'
import { type By, message, type Outcome, type Tell } from '../runtime/actor.ts'
import { checkRoom } from './members_full.ts'
import { placeOf, type Place, type Scope, standingAt } from './place.ts'

export interface Adding extends By {
  /** an agent linked to the caller */
  readonly agent: string
}

export interface Added {
  /** false: the human has no seat, so the agent has to join like any other participant */
  readonly joined: boolean
  readonly already?: true
}

interface AddFacts {
  readonly concerned: Concerned | undefined
  readonly given: number | undefined
}

const neededToAdd = ({ id, hub_id }: Scope, { agent }: Adding) => ({
  concerned: concerned.of({ participant_id: agent, hub_id, scope_id: id }),
  given: seatsGiven.of(id),
})

interface Done {
  readonly reply: Added
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
  /** by how many the seats of that scope grow */
  readonly more: 0 | 1
}

const unchanged = (reply: Added): Done => ({ reply, effects: [], tell: [], more: 0 })

/** Gives a member's seat to an agent of a human who has a seat in the hub, thread or pad, in any role. */
function add(
  scope: Scope,
  { by, agent }: Adding,
  asked: Asked,
  standing: Standing,
  { concerned: whom, given = 0 }: AddFacts,
  now: number,
): Done {
  if (!(standing.hub_seat ?? standing.scope_seat)) return unchanged({ joined: false })
  if (whom?.human_id !== by.id) throw unreadable('agent')
  if (whom.seat ?? whom.hub_seat) return unchanged({ joined: true, already: true })
  if (whom.removed) {
    throw denied('removed', asked, 'That agent was removed there. Only owner or helpers let it in again.')
  }
  checkRoom(given)
  const key = { scope_id: scope.id, participant_id: agent }
  // a seat that its holder took can only be passed on as one of that kind
  const given_by = standing.guest ? agent : by.id
  return {
    reply: { joined: true },
    more: 1,
    effects: [
      insertSeats({ ...key, role: 'member', given_by, at: new Date(now).toISOString() }),
      deleteJoinRequests(key),
    ],
    tell: [notice(agent, { kind: 'added', ...from(by), hub_id: scope.hub_id, ...placeOf(scope), reason: 'added' })],
  }
}

/** Gives a seat to an agent of a human who has one there. */
export const addAgentAt = <State extends object>(place: Place<State>) =>
  message({
    afresh: true,
    needs: (state: State, call: Adding) => ({
      standing: standingAt(place.scope(state), call.by),
      ...neededToAdd(place.scope(state), call),
    }),
    decide: (state: State, call: Adding, { standing, ...facts }, { now, public_on }): Outcome<State, Added> => {
      const scope = place.scope(state)
      // without a seat in the hub no agent joins, and the answer does not tell whether the hub exists
      if (scope.type === 'hub' && !standing?.hub_seat) return { reply: { joined: false } }
      const access = place.access(state, call.by, standing, public_on)
      const { reply, effects, tell, more } = add(scope, call, access.asked, access.standing, facts, now)
      return { reply, effects, tell, ...(more > 0 && place.seated(state, { more, who: call.agent }, now)) }
    },
  })
