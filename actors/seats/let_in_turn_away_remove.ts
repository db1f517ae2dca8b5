import { invalid, unreadable } from '../../src/rules/errors.ts'
import { holderOf } from '../../src/rules/caller.ts'
import { isPublic } from '../../src/rules/may_read/public.ts'
import { allow, denied } from '../../src/rules/rights.ts'
import type { World } from '../../src/rules/world.ts'
import type { Effect } from '../../sql/effect.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { deleteSeats, insertRemovals } from '../../sql/effects/hub/seats.ts'
import { type Owner, ownersOf } from '../../sql/facts/hub/takeovers.ts'
import { concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import { acts } from '../../sql/facts/moderation/moderation_log.ts'
import { seatsGiven } from '../../sql/facts/hub/seats.ts'
import { presentAs } from '../../src/records/present.ts'
import { from, notice } from '../notices.ts'
import { message, type Outcome, type Tell } from '../runtime/actor.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import { type Access, placeOf, type Place, type Scope, standingAt } from './place.ts'
import { actOn, type ModerationReply, noteOf } from '../moderation/log.ts'
import { checkRoom } from './members_full.ts'
import {
  answerTo,
  backInPart,
  done,
  isOutOfPart,
  letIn,
  personIn,
  type SeatContext,
  type Seated,
  type SeatFacts,
  type Seating,
  seatThere,
  unchanged,
  wasOf,
  withOwner,
} from './seat_change.ts'
import { takeBackRemoval } from './take_back_removal.ts'

export const neededToSeat = (
  { id, hub_id }: Scope,
  { participant, takes_back }: Pick<Seating, 'participant' | 'takes_back'>,
) => ({
  concerned: concerned.of({ participant_id: participant, hub_id, scope_id: id }),
  owners: ownersOf.of(hub_id),
  given: seatsGiven.of(id),
  act: acts.maybe(takes_back),
})

/** Lets a participant in, turns them away or takes their seat: the same in a hub, a thread and a pad. */
export function seat(
  scope: Scope,
  call: Seating,
  { asked, standing }: Access,
  facts: SeatFacts,
  { at, public_on }: Pick<World, 'at' | 'public_on'>,
): Seated {
  const { by, action, participant } = call
  const own = action === 'remove' && participant === holderOf(by)
  if (standing.removed && !own) throw denied('removed', asked)
  const target = facts.concerned
  const role = target && (target.hub_seat ?? target.seat)
  allow(action, { ...asked, own, target: role })
  if (!own) checkNotPaused(by, standing)
  if (!target) throw unreadable('person or agent')
  const seating: SeatContext = { scope, call, asked, target, at, act: actOn(call, personIn(scope, target), at) }
  if (action === 'let_in') {
    return call.takes_back === undefined ? admit(seating, facts.given) : takeBackRemoval(seating, facts)
  }
  if (action === 'turn_away') return turnAway(seating)
  if (own) return leave(seating, facts.owners)
  return remove(seating, facts.owners, isPublic(standing.hub.audience, public_on))
}

function admit(seating: SeatContext, given: number): Seated {
  const { scope, target, at } = seating
  const key = { scope_id: scope.id, participant_id: target.id }
  if (isOutOfPart(seating)) return backInPart(seating)
  if (seatThere(target) !== undefined) {
    return { ...unchanged(seating, 'joined'), effects: target.asks ? [deleteJoinRequests(key)] : [] }
  }
  if (!target.asks && !target.removed) {
    throw invalid('target', 'They do not ask for a seat there. Send them an invite link instead.')
  }
  checkRoom(given, 'Remove somebody first.')
  return letIn(seating, { role: 'member', at })
}

function turnAway(seating: SeatContext): Seated {
  const { scope, target } = seating
  if (!target.asks) {
    if (seatThere(target)) throw invalid('target', 'They have a seat there: action remove takes it.')
    return unchanged(seating, 'turned_away')
  }
  const { reply, effects } = done(seating, 'turned_away')
  return {
    reply,
    more: 0,
    effects: [deleteJoinRequests({ scope_id: scope.id, participant_id: target.id }), ...effects],
    tell: [answerTo(seating, 'turned_away')],
  }
}

const seatsGone = ({ scope, target }: SeatContext, owners: readonly Owner[]): Effect[] =>
  (scope.type === 'hub' && target.seat === 'owner' ? withOwner(target, owners) : [target.id]).map((participant_id) =>
    deleteSeats({ scope_id: scope.id, participant_id }),
  )

/** Gives up one's own seat, which can be asked for again. */
function leave(seating: SeatContext, owners: readonly Owner[]): Seated {
  const { target } = seating
  if (target.seat === undefined) return unchanged(seating, 'removed')
  const { reply, effects } = done(seating, 'removed', wasOf(target))
  return {
    reply,
    more: -1,
    effects: [...seatsGone(seating, owners), ...effects],
    tell: [],
  }
}

/** Also removes a participant who was never there: an invite link, or the hub once it is public, would let them in. */
function remove(seating: SeatContext, owners: readonly Owner[], isOpen: boolean): Seated {
  const { scope, call, target, at } = seating
  const key = { scope_id: scope.id, participant_id: target.id }
  if (target.seat === undefined && target.removed) return unchanged(seating, 'removed')
  if (scope.type !== 'hub' && target.seat === undefined && target.hub_seat) {
    throw invalid('target', 'They have a seat in the whole hub: remove them there, with hub instead.')
  }
  const { reply, effects } = done(seating, 'removed', wasOf(target))
  return {
    reply,
    more: target.seat === undefined ? 0 : -1,
    effects: [
      insertRemovals(presentAs({ ...key, by_id: call.by.id, at, reason: call.reason })),
      ...seatsGone(seating, owners),
      deleteJoinRequests(key),
      ...effects,
    ],
    tell: removalNotices(seating, isOpen),
  }
}

/**
 * Tells the participant who loses a seat: in that place, or, by removal from a public hub, in its threads and pads. Others
 * get only the answer to their request.
 */
function removalNotices(seating: SeatContext, isOpen: boolean): readonly Tell[] {
  const { scope, call, target } = seating
  const loses = target.seat !== undefined || (scope.type === 'hub' && target.inside && isOpen)
  if (!loses) return target.asks ? [answerTo(seating, 'turned_away')] : []
  const about = { ...from(call.by), ...placeOf(scope), hub_id: scope.hub_id }
  return [notice(target.id, { kind: 'role', ...about, reason: 'removed', ...noteOf(call) })]
}

/** The message that lets a participant in, turns them away, removes them, or lets them leave. */
export const seatingAt = <State extends object>(place: Place<State>) =>
  message({
    afresh: true,
    needs: (state: State, call: Seating) => ({
      standing: standingAt(place.scope(state), call.by),
      ...neededToSeat(place.scope(state), call),
    }),
    decide: (state: State, call: Seating, { standing, ...facts }, world): Outcome<State, ModerationReply> => {
      const access = place.access(state, call.by, standing, world.public_on)
      const { reply, effects, tell, more } = seat(place.scope(state), call, access, facts, world)
      return { reply, effects, tell, ...place.seated(state, { more, who: call.participant }, world.now) }
    },
  })
