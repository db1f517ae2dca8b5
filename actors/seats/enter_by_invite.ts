import { badInvite } from '../../src/rules/refusals/bad_invite.ts'
import type { Seat } from '../../src/rules/closed_lists.ts'
import { holderOf } from '../../src/rules/caller.ts'
import { denied } from '../../src/rules/rights.ts'
import { countInvites } from '../../sql/effects/hub/invites.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { insertSeats, setRoles } from '../../sql/effects/hub/seats.ts'
import { insertActs } from '../../sql/effects/moderation/moderation_log.ts'
import { type Invite, invites } from '../../sql/facts/hub/invites.ts'
import { type Concerned, concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import { seatsGiven } from '../../sql/facts/hub/seats.ts'
import { present } from '../../src/records/present.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { holdName, nameIn } from './guest_name.ts'
import { checkRoom } from './members_full.ts'
import { arrival, type Newcomer } from './newcomer.ts'
import { type Place, type Scope, standingAt } from './place.ts'

interface Entering extends By {
  readonly entry: string
  readonly invite_id: string
  /** a guest who arrives by this invite for the first time */
  readonly newcomer?: Newcomer
}

interface Entered {
  readonly joined: true
  readonly already?: true
  readonly seat: Seat
  readonly scope: { readonly type: Scope['type']; readonly id: string }
  readonly hub_id: string
}

/**
 * Takes the seat that an invite gives. A caller who was given one there uses up nothing, unless a member becomes helper;
 * one that a guest took becomes a given one.
 */
export const enterAt = <State extends object>(place: Place<State>) =>
  message({
    afresh: true,
    needs: (state: State, { by, invite_id, newcomer }: Entering) => {
      const scope = place.scope(state)
      return {
        standing: standingAt(scope, by),
        invite: invites.of(invite_id),
        concerned: concerned.of({ participant_id: holderOf(by), hub_id: scope.hub_id, scope_id: scope.id }),
        given: seatsGiven.of(scope.id),
        name: nameIn(scope, by, newcomer),
      }
    },
    decide: (state: State, call: Entering, { standing, invite, name, ...facts }, world): Outcome<State, Entered> => {
      const { by, newcomer } = call
      const { now, at } = world
      const { type, id: scope_id, hub_id } = place.scope(state)
      if (by.limited_to) throw denied('subagent', { by })
      if (invite?.scope_id !== scope_id) throw badInvite()
      const { role } = invite
      const whom = facts.concerned
      const has = givenSeat(whom, standing, type)
      const rises = has === 'member' && role === 'helper'
      const reply: Entered = { joined: true, seat: role, scope: { type, id: scope_id }, hub_id }
      // a seat in the hub does not count in a part of it that they were removed from
      if (has && !rises && !standing?.removed) return { reply: { ...reply, already: true, seat: has } }
      checkUsable(invite, now)
      if (whom?.removed || standing?.removed) throw denied('removed', { by })
      const sits = whom?.seat !== undefined
      if (!sits) checkRoom(facts.given)
      const participant_id = holderOf(by)
      // given by the invite's author, so that the seat counts as given and not as a guest's
      const seat = { scope_id, participant_id, role, given_by: invite.created_by, at }
      return {
        ...place.seated(state, { more: sits ? 0 : 1, who: participant_id }, now),
        reply,
        effects: [
          ...(newcomer ? arrival(by, newcomer, world) : []),
          ...holdName({ id: scope_id, hub_id }, by, name, at),
          sits ? setRoles(seat) : insertSeats(seat),
          countInvites({ id: invite.id, used: invite.used + 1 }),
          deleteJoinRequests({ scope_id, participant_id }),
          insertActs(logLine(place.scope(state), call, at)),
        ],
      }
    },
  })

/** The seat in the hub, else in the scope itself, that is not one which they took as a guest. */
function givenSeat(whom: Concerned | undefined, standing: Standing | undefined, type: Scope['type']): Seat | undefined {
  const inHub = standing?.hub_taken === true ? undefined : whom?.hub_seat
  if (inHub !== undefined || type === 'hub') return inHub
  return standing?.scope_taken === true ? undefined : whom?.seat
}

const logLine = ({ type, id, hub_id }: Scope, { by, entry }: Entering, at: string) =>
  present({
    id: entry,
    hub_id,
    action: 'join_by_invite' as const,
    target_type: 'participant' as const,
    target_id: holderOf(by),
    scope_id: type !== 'hub' ? id : undefined,
    by_id: by.id,
    at,
  })

function checkUsable({ uses, used, expires_at, revoked, stands }: Invite, now: number): void {
  if (revoked || !stands || used >= uses || expires_at <= now) throw badInvite()
}
