import { conflict, invalid, unreadable } from '../../src/rules/errors.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import { allow, type Asked, denied } from '../../src/rules/rights.ts'
import type { Effect } from '../../sql/effect.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { deleteRemovals, deleteSeats, insertRemovals, insertSeats } from '../../sql/effects/hub/seats.ts'
import { type Owner, ownersOf } from '../../sql/facts/hub/takeovers.ts'
import { type Concerned, concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import { acts, type ActNow } from '../../sql/facts/moderation/moderation_log.ts'
import { seatsGiven } from '../../sql/facts/hub/seats.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { notice } from '../notices.ts'
import { message, type Outcome, type Tell } from '../runtime/actor.ts'
import { notPaused } from '../moderation/agents_paused.ts'
import { type Access, placeOf, type Place, type Scope, standingAt } from './place.ts'
import { from, type Moderating, type ModerationReply, actOn, checkTakesBack, noteOf } from '../moderation/log.ts'
import { checkRoom } from './members_full.ts'

export interface Seating extends Moderating {
  readonly action: 'let_in' | 'turn_away' | 'remove'
  readonly participant: string
}

export const neededToSeat = ({ id, hub_id }: Scope, { participant, takes_back }: Seating) => ({
  concerned: concerned.of({ participant_id: participant, hub_id, scope_id: id }),
  owners: ownersOf.of(hub_id),
  given: seatsGiven.of(id),
  act: acts.maybe(takes_back),
})

export interface SeatFacts {
  readonly concerned: Concerned | undefined
  readonly owners: readonly Owner[] | undefined
  readonly given: number | undefined
  readonly act: ActNow | undefined
}

export interface Seated extends Pick<Outcome<never, ModerationReply>, 'reply'> {
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
  /** by how many the seats of that scope grow */
  readonly more: -1 | 0 | 1
}

/** Lets a participant in, turns them away or takes their seat: the same in a hub, a thread and a pad. */
export function seat(scope: Scope, call: Seating, { asked, standing }: Access, facts: SeatFacts, at: string): Seated {
  const { by, action, participant } = call
  const own = action === 'remove' && participant === holderOf(by)
  if (standing.removed && !own) throw denied('removed', asked)
  const target = facts.concerned
  const role = target && (target.hub_seat ?? target.seat)
  allow(action, { ...asked, own, target: role })
  if (!own) notPaused(by, standing)
  if (!target) throw unreadable('person or agent')
  const seating: SeatContext = { scope, call, asked, target, at, act: actOn(call, personIn(scope, target), at) }
  if (action === 'let_in') return admit(seating, facts.given ?? 0, facts.act)
  if (action === 'turn_away') return turnAway(seating)
  return own ? leave(seating, facts.owners ?? []) : remove(seating, facts.owners ?? [])
}

/** What the ways to change a seat have in common; `target` is the participant whose seat it is. */
interface SeatContext {
  readonly scope: Scope
  readonly call: Seating
  readonly asked: Asked
  readonly target: Concerned
  readonly at: string
  readonly act: ReturnType<typeof actOn>
}

function admit(seating: SeatContext, given: number, act: ActNow | undefined): Seated {
  const { scope, call, asked, target, at } = seating
  const key = { scope_id: scope.id, participant_id: target.id }
  const seated = (target.seat ?? target.hub_seat) !== undefined
  checkTakesBack(call, act, scope.hub_id, !seated)
  if (seated) {
    return { ...unchanged(seating, 'joined'), effects: target.asks ? [deleteJoinRequests(key)] : [] }
  }
  if (!target.asks && !target.removed) {
    throw invalid('target', 'They do not ask for a seat there. Send them an invite link instead.')
  }
  const role = act?.was === 'helper' ? 'helper' : 'member'
  if (role === 'helper') allow('set_role', asked)
  checkRoom(given, 'Remove somebody first.')
  const { reply, effects } = done(seating, 'joined')
  return {
    reply,
    more: 1,
    effects: [
      insertSeats({ ...key, role, given_by: call.by.id, at }),
      deleteJoinRequests(key),
      deleteRemovals(key),
      ...effects,
    ],
    tell: [answerTo(seating, 'let_in')],
  }
}

/** The notice that answers a request for a seat. */
const answerTo = ({ scope, call, target }: SeatContext, reason: 'let_in' | 'turned_away') =>
  notice(target.id, { kind: 'join_answer', ...from(call.by), ...placeOf(scope), reason, ...noteOf(call) })

function turnAway(seating: SeatContext): Seated {
  const { scope, target } = seating
  if (!target.asks) {
    if (target.seat ?? target.hub_seat) throw invalid('target', 'They have a seat there: action remove takes it.')
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

/** Gives up one's own seat, which can be asked for again. */
function leave(seating: SeatContext, owners: readonly Owner[]): Seated {
  const { scope, target } = seating
  if (target.seat === undefined) return unchanged(seating, 'removed')
  const gone = scope.type === 'hub' && target.seat === 'owner' ? withOwner(target, owners) : [target.id]
  const { reply, effects } = done(seating, 'removed', target.seat)
  return {
    reply,
    more: -1,
    effects: [...gone.map((participant_id) => deleteSeats({ scope_id: scope.id, participant_id })), ...effects],
    tell: [],
  }
}

function remove(seating: SeatContext, owners: readonly Owner[]): Seated {
  const { scope, call, target, at } = seating
  const key = { scope_id: scope.id, participant_id: target.id }
  if (target.seat === undefined && target.removed) return unchanged(seating, 'removed')
  if (scope.type !== 'hub' && target.seat === undefined && target.hub_seat) {
    throw invalid('target', 'They have a seat in the whole hub: remove them there, with hub instead.')
  }
  const gone = scope.type === 'hub' && target.seat === 'owner' ? withOwner(target, owners) : [target.id]
  const { reply, effects } = done(seating, 'removed', target.seat)
  return {
    reply,
    more: target.seat === undefined ? 0 : -1,
    effects: [
      insertRemovals(presentAs({ ...key, by_id: call.by.id, at, reason: call.reason })),
      ...gone.map((participant_id) => deleteSeats({ scope_id: scope.id, participant_id })),
      deleteJoinRequests(key),
      ...effects,
    ],
    tell: [
      notice(target.id, {
        kind: 'role',
        ...from(call.by),
        ...placeOf(scope),
        hub_id: scope.hub_id,
        reason: 'removed',
        ...noteOf(call),
      }),
    ],
  }
}

/**
 * Returns an owner and the agents that share the owner's seat: they leave together. Throws if no owner would be left.
 */
export function withOwner(target: Pick<Concerned, 'id' | 'human_id'>, owners: readonly Owner[]): string[] {
  const gone = owners.filter(({ id, human_id }) => id === target.id || human_id === target.id).map(({ id }) => id)
  if (owners.every(({ id }) => gone.includes(id))) throw onlyOwner()
  return gone
}

const onlyOwner = () =>
  conflict('only_owner', 'The hub would be left without an owner. Somebody has to become owner first.')

export const personIn = ({ hub_id }: Scope, { id }: Concerned) => ({ hub_id, type: 'participant', id }) as const

export const unchanged = ({ act }: Pick<SeatContext, 'act'>, status: string): Seated => ({
  ...act.already(status),
  effects: [],
  tell: [],
  more: 0,
})

const done = ({ scope, call, act }: SeatContext, status: string, was?: string) =>
  act.done(status, { action: call.action, ...present({ scope_id: scope.type !== 'hub' ? scope.id : undefined, was }) })

/** The message that lets a participant in, turns them away, removes them, or lets them leave. */
export const seatingAt = <State extends object>(place: Place<State>) =>
  message({
    afresh: true,
    needs: (state: State, call: Seating) => ({
      standing: standingAt(place.scope(state), call.by),
      ...neededToSeat(place.scope(state), call),
    }),
    decide: (
      state: State,
      call: Seating,
      { standing, ...facts },
      { now, at, public_on },
    ): Outcome<State, ModerationReply> => {
      const access = place.access(state, call.by, standing, public_on)
      const { reply, effects, tell, more } = seat(place.scope(state), call, access, facts, at)
      return { reply, effects, tell, ...place.seated(state, { more, who: call.participant }, now) }
    },
  })
