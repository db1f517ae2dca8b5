import { conflict, invalid, unreadable } from '../../src/rules/errors.ts'
import { holderOf } from '../../src/rules/caller.ts'
import { allow, type Asked, denied } from '../../src/rules/rights.ts'
import type { Effect } from '../../sql/effect.ts'
import { deleteJoinRequests } from '../../sql/effects/join_requests.ts'
import { deleteRemovals, deleteSeats, insertRemovals, insertSeats, setRoles } from '../../sql/effects/seats.ts'
import { acts, type ActNow, type Concerned, concerned, type Owner, ownersOf } from '../../sql/facts/moderation.ts'
import { seatsGiven } from '../../sql/facts/hubs.ts'
import type { Standing } from '../../sql/facts/seats.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { notice } from '../notices.ts'
import { message, type Outcome, type Tell } from '../runtime/actor.ts'
import { notPaused } from './agents_paused.ts'
import { type Place, type Scope, standingAt } from './place.ts'
import { from, type Moderating, type ModerationReply, logEffects, noteOf, checkTakesBack } from './log.ts'
import { checkRoom } from './members_full.ts'

export interface Seating extends Moderating {
  readonly action: 'let_in' | 'turn_away' | 'remove'
  readonly participant: string
}

export const neededToSeat = ({ id, hub_id }: Scope, { participant, takes_back }: Seating) => ({
  concerned: concerned.of({ participant_id: participant, hub_id, scope_id: id }),
  owners: ownersOf.of(hub_id),
  given: seatsGiven.of(id),
  act: acts.ofAll(takes_back === undefined ? [] : [takes_back]),
})

export interface SeatFacts {
  readonly concerned: Concerned | undefined
  readonly owners: readonly Owner[] | undefined
  readonly given: number | undefined
  readonly act: ReadonlyMap<string, ActNow>
}

export interface Seated extends Pick<Outcome<never, ModerationReply>, 'reply'> {
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
  /** by how many the seats of that scope grow */
  readonly more: -1 | 0 | 1
}

/** Lets a participant in, turns them away or takes their seat: the same in a hub, a thread and a pad. */
export function seat(
  scope: Scope,
  call: Seating,
  asked: Asked,
  standing: Standing,
  facts: SeatFacts,
  now: number,
): Seated {
  const { by, action, participant, takes_back } = call
  const own = action === 'remove' && participant === holderOf(by)
  if (standing.removed && !own) throw denied('removed', asked)
  const whom = facts.concerned
  const role = whom && (whom.hub_seat ?? whom.seat)
  allow(action, { ...asked, own, target: role })
  if (!own) notPaused(by, standing)
  if (!whom) throw unreadable('person or agent')
  const act = takes_back === undefined ? undefined : facts.act.get(takes_back)
  checkTakesBack(takes_back, act, scope.hub_id)
  const told: SeatContext = { scope, call, asked, whom, now }
  if (action === 'let_in') return admit(told, facts.given ?? 0, act)
  if (action === 'turn_away') return turnAway(told)
  return own ? leave(told, facts.owners ?? []) : remove(told, facts.owners ?? [])
}

interface SeatContext {
  readonly scope: Scope
  readonly call: Seating
  readonly asked: Asked
  readonly whom: Concerned
  readonly now: number
}

function admit(told: SeatContext, given: number, act: ActNow | undefined): Seated {
  const { scope, call, asked, whom, now } = told
  const key = { scope_id: scope.id, participant_id: whom.id }
  if (whom.seat ?? whom.hub_seat) {
    return { ...unchanged(told, 'joined'), effects: whom.asks ? [deleteJoinRequests(key)] : [] }
  }
  if (!whom.asks && !whom.removed) {
    throw invalid('target', 'They do not ask for a seat there. Send them an invite link instead.')
  }
  const role = act?.was === 'helper' ? 'helper' : 'member'
  if (role === 'helper') allow('set_role', asked)
  checkRoom(given, 'Remove somebody first.')
  const at = new Date(now).toISOString()
  return {
    reply: { ...replyOf(told, 'joined'), entry: call.entry },
    more: 1,
    effects: [
      insertSeats({ ...key, role, given_by: call.by.id, at }),
      deleteJoinRequests(key),
      deleteRemovals(key),
      ...line(told),
    ],
    tell: [
      notice(whom.id, { kind: 'join_answer', ...from(call.by), ...placeOf(scope), reason: 'let_in', ...noteOf(call) }),
    ],
  }
}

function turnAway(told: SeatContext): Seated {
  const { scope, call, whom } = told
  if (!whom.asks) {
    if (whom.seat ?? whom.hub_seat) throw invalid('target', 'They have a seat there: action remove takes it.')
    return unchanged(told, 'turned_away')
  }
  return {
    reply: { ...replyOf(told, 'turned_away'), entry: call.entry },
    more: 0,
    effects: [deleteJoinRequests({ scope_id: scope.id, participant_id: whom.id }), ...line(told)],
    tell: [
      notice(whom.id, {
        kind: 'join_answer',
        ...from(call.by),
        ...placeOf(scope),
        reason: 'turned_away',
        ...noteOf(call),
      }),
    ],
  }
}

/** Gives up one's own seat, which can be asked for again. */
function leave(told: SeatContext, owners: readonly Owner[]): Seated {
  const { scope, whom } = told
  if (whom.seat === undefined) return unchanged(told, 'removed')
  const gone = scope.type === 'hub' && whom.seat === 'owner' ? withOwner(whom, owners) : [whom.id]
  return {
    reply: { ...replyOf(told, 'removed'), entry: told.call.entry },
    more: -1,
    effects: [
      ...gone.map((participant_id) => deleteSeats({ scope_id: scope.id, participant_id })),
      ...line(told, whom.seat),
    ],
    tell: [],
  }
}

function remove(told: SeatContext, owners: readonly Owner[]): Seated {
  const { scope, call, whom, now } = told
  const key = { scope_id: scope.id, participant_id: whom.id }
  if (whom.seat === undefined && whom.removed) return unchanged(told, 'removed')
  if (scope.type !== 'hub' && whom.seat === undefined && whom.hub_seat) {
    throw invalid('target', 'They have a seat in the whole hub: remove them there, with hub instead.')
  }
  const gone = scope.type === 'hub' && whom.seat === 'owner' ? withOwner(whom, owners) : [whom.id]
  return {
    reply: { ...replyOf(told, 'removed'), entry: call.entry },
    more: whom.seat === undefined ? 0 : -1,
    effects: [
      insertRemovals(presentAs({ ...key, by_id: call.by.id, at: new Date(now).toISOString(), reason: call.reason })),
      ...gone.map((participant_id) => deleteSeats({ scope_id: scope.id, participant_id })),
      deleteJoinRequests(key),
      ...line(told, whom.seat),
    ],
    tell: [
      notice(whom.id, {
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
function withOwner(whom: Pick<Concerned, 'id' | 'human_id'>, owners: readonly Owner[]): string[] {
  const gone = owners.filter(({ id, human_id }) => id === whom.id || human_id === whom.id).map(({ id }) => id)
  if (owners.every(({ id }) => gone.includes(id))) throw onlyOwner()
  return gone
}

const onlyOwner = () =>
  conflict('only_owner', 'The hub would be left without an owner. Somebody has to become owner first.')

const placeOf = ({ type, id }: Scope) =>
  type === 'hub' ? { hub_id: id } : type === 'thread' ? { thread_id: id } : { pad_id: id }

const replyOf = ({ scope, whom }: SeatContext, status: string): ModerationReply => ({
  hub_id: scope.hub_id,
  target: { type: 'participant', id: whom.id },
  status,
})

const unchanged = (told: SeatContext, status: string): Seated => ({
  reply: { ...replyOf(told, status), already: true },
  effects: [],
  tell: [],
  more: 0,
})

const line = ({ scope, call, whom, now }: SeatContext, was?: string): Effect[] =>
  logEffects(
    call,
    {
      hub_id: scope.hub_id,
      action: call.action,
      target_type: 'participant',
      target_id: whom.id,
      ...present({ scope_id: scope.type !== 'hub' ? scope.id : undefined, was }),
    },
    now,
  )

export interface RoleCall extends Moderating {
  readonly participant: string
  readonly role: 'helper' | 'member'
}

/** Changes the role of a participant who has a seat in the hub. */
export function role(scope: Scope, call: RoleCall, asked: Asked, facts: SeatFacts, now: number): Seated {
  const { by, participant } = call
  allow('set_role', asked)
  const whom = facts.concerned
  if (!whom) throw unreadable('person or agent')
  const told: SeatContext = { scope, call: { ...call, action: 'remove' }, asked, whom, now }
  checkTakesBack(
    call.takes_back,
    call.takes_back === undefined ? undefined : facts.act.get(call.takes_back),
    scope.hub_id,
  )
  if (whom.hub_seat === undefined) {
    throw invalid('target', 'They have no seat in this hub. let_in answers a request; invite makes a link.')
  }
  if (whom.hub_seat === call.role) return unchanged(told, call.role)
  const concernedBy = whom.hub_seat === 'owner' ? withOwner(whom, facts.owners ?? []) : [whom.id]
  const at = new Date(now).toISOString()
  return {
    reply: { ...replyOf(told, call.role), entry: call.entry },
    more: 0,
    effects: [
      ...concernedBy.map((participant_id) =>
        setRoles({ scope_id: scope.id, participant_id, role: call.role, given_by: by.id, at }),
      ),
      ...logEffects(
        call,
        {
          hub_id: scope.hub_id,
          action: 'set_role',
          target_type: 'participant',
          target_id: participant,
          was: whom.hub_seat,
        },
        now,
      ),
    ],
    tell: [notice(whom.id, { kind: 'role', ...from(by), hub_id: scope.hub_id, reason: call.role, ...noteOf(call) })],
  }
}

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
      { now, public_on },
    ): Outcome<State, ModerationReply> => {
      const access = place.access(state, call.by, standing, public_on)
      const { reply, effects, tell, more } = seat(place.scope(state), call, access.asked, access.standing, facts, now)
      return { reply, effects, tell, ...place.seated(state, more) }
    },
  })
