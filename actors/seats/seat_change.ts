import { conflict } from '../../src/rules/errors.ts'
import type { Seat } from '../../src/rules/closed_lists.ts'
import type { Asked } from '../../src/rules/rights.ts'
import type { Effect } from '../../sql/effect.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { deleteRemovals, insertSeats } from '../../sql/effects/hub/seats.ts'
import type { Owner } from '../../sql/facts/hub/takeovers.ts'
import type { Concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import type { ActNow } from '../../sql/facts/moderation/moderation_log.ts'
import { present } from '../../src/records/present.ts'
import { from, notice } from '../notices.ts'
import type { Outcome, Tell } from '../runtime/actor.ts'
import { actOn, type Moderating, type ModerationReply, noteOf } from '../moderation/log.ts'
import { placeOf, type Scope } from './place.ts'

export interface Seating extends Moderating {
  readonly action: 'let_in' | 'turn_away' | 'remove'
  readonly participant: string
}

export interface SeatFacts {
  readonly concerned: Concerned | undefined
  readonly owners: readonly Owner[]
  readonly given: number
  readonly act: ActNow | undefined
}

export interface Seated extends Pick<Outcome<never, ModerationReply>, 'reply'> {
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
  /** by how many the seats of that scope grow */
  readonly more: -1 | 0 | 1
}

/** What the ways to change a seat have in common; `target` is the participant whose seat it is. */
export interface SeatContext {
  readonly scope: Scope
  readonly call: Seating
  readonly asked: Asked
  readonly target: Concerned
  readonly at: string
  readonly act: ReturnType<typeof actOn>
}

export const personIn = ({ hub_id }: Scope, { id }: Concerned) => ({ hub_id, type: 'participant', id }) as const

/** The seat that counts there: their own in that place, else that of the hub. */
export const seatThere = ({ seat, hub_seat }: Concerned): Seat | undefined => seat ?? hub_seat

export const unchanged = ({ act }: Pick<SeatContext, 'act'>, status: string): Seated => ({
  ...act.already(status),
  effects: [],
  tell: [],
  more: 0,
})

export const done = ({ scope, call, act }: SeatContext, status: string, before: ReturnType<typeof wasOf> = {}) =>
  act.done(status, {
    action: call.action,
    ...present({ scope_id: scope.type !== 'hub' ? scope.id : undefined }),
    ...before,
  })

/** The role that an act changes, and since when they had it: the log keeps both, so that the act can be taken back. */
export const wasOf = ({ seat, seat_at }: Pick<Concerned, 'seat' | 'seat_at'>) =>
  present({ was: seat, was_since: seat_at?.toISOString() })

/** The role that taking the act back restores. A former owner is owner again only if one who shared the seat still is. */
export function roleBefore(act: ActNow | undefined, { id, human_id }: Concerned, owners: readonly Owner[]): Seat {
  const was = (act?.was ?? 'member') as Seat
  const shared = (owner: Owner) => owner.id === human_id || owner.human_id === id
  return was === 'owner' && !owners.some(shared) ? 'member' : was
}

/** Whether the participant has a seat in the hub, but was removed from this thread or pad of it. */
export const isOutOfPart = ({ scope, target }: SeatContext): boolean =>
  scope.type !== 'hub' && target.removed && target.seat === undefined && target.hub_seat !== undefined

/** Ends such a removal: their seat in the hub counts there again. */
export function backInPart(seating: SeatContext): Seated {
  const { scope, target } = seating
  const key = { scope_id: scope.id, participant_id: target.id }
  const { reply, effects } = done(seating, 'joined')
  return {
    reply,
    more: 0,
    effects: [deleteRemovals(key), deleteJoinRequests(key), ...effects],
    tell: [answerTo(seating, 'let_in')],
  }
}

/** They have a seat there; a request for one, and a removal, are at an end. */
export function letIn(seating: SeatContext, given: { readonly role: Seat; readonly at: string }): Seated {
  const { scope, call, target } = seating
  const key = { scope_id: scope.id, participant_id: target.id }
  const { reply, effects } = done(seating, 'joined')
  return {
    reply,
    more: 1,
    effects: [
      insertSeats({ ...key, ...given, given_by: call.by.id }),
      deleteJoinRequests(key),
      deleteRemovals(key),
      ...effects,
    ],
    tell: [answerTo(seating, 'let_in')],
  }
}

/** The notice that answers a request for a seat. */
export const answerTo = ({ scope, call, target }: SeatContext, reason: 'let_in' | 'turned_away') =>
  notice(target.id, { kind: 'join_answer', ...from(call.by), ...placeOf(scope), reason, ...noteOf(call) })

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
