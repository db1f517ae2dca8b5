import { type Caller, holderOf } from '../../src/rules/caller.ts'
import type { Seat } from '../../src/rules/closed_lists.ts'
import { joinLimits } from '../../src/rules/limits.ts'
import { seatIn } from '../../src/rules/may_read/readable.ts'
import { type Asked, denied } from '../../src/rules/rights.ts'
import type { World } from '../../src/rules/world.ts'
import type { Effect } from '../../sql/effect.ts'
import { deleteJoinRequests, insertJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { insertSeats } from '../../sql/effects/hub/seats.ts'
import type { GuestName } from '../../sql/facts/account/guest_names.ts'
import { type Keeper, keepersOf, requestWaits, seatsGiven } from '../../sql/facts/hub/seats.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import { presentAs } from '../../src/records/present.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { from, notice } from '../notices.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { holdName, nameIn } from './guest_name.ts'
import { checkRoom } from './members_full.ts'
import { arrival, type Newcomer } from './newcomer.ts'
import { placeOf, type Place, type Scope, standingAt } from './place.ts'

/** A place where participants take seats themselves. */
interface OpenPlace<State> extends Place<State> {
  /** Throws what a missing place throws when the caller may not even ask for a seat. */
  readonly asksFor: (state: State, by: Caller, standing: Standing | undefined, publicOn: boolean) => Standing
  /** Whether the caller gets a seat without being let in. */
  readonly takesIn: (state: State, by: Caller, standing: Standing, publicOn: boolean) => boolean
  /** Whether anyone gets a seat there as a guest, and what the caller's rights depend on. */
  readonly opensTo: (
    state: State,
    by: Caller,
    standing: Standing | undefined,
    publicOn: boolean,
  ) => { readonly standing: Standing; readonly asked: Asked; readonly guests: boolean }
  /** who may let the caller in */
  readonly askees: (state: State, keepers: readonly Keeper[]) => Iterable<string>
}

interface Join extends By {
  readonly note?: Untrusted
}

interface Joined {
  readonly joined?: true
  readonly requested?: true
  readonly already?: boolean
  readonly seat?: Seat
}

interface JoinAsGuest extends By {
  /** data of a guest who comes for the first time; absent when the caller has a session */
  readonly newcomer?: Newcomer
}

export interface JoinedAsGuest {
  readonly seat: Seat
  readonly already?: true
}

/** The seat that a caller takes, recorded as given by themselves. From then on a guest holds their name there. */
export const seatTaken = (
  place: Pick<Scope, 'id' | 'hub_id'>,
  by: Caller,
  name: GuestName | undefined,
  at: string,
): readonly Effect[] => {
  const participant_id = holderOf(by)
  return [
    ...holdName(place, by, name, at),
    insertSeats({ scope_id: place.id, participant_id, role: 'member', given_by: participant_id, at }),
  ]
}

interface SeatFacts {
  readonly given: number
  readonly name: GuestName | undefined
}

/** The outcome of taking a seat, without its reply. Throws when there is no room. */
function taken<State>(place: Place<State>, state: State, by: Caller, { given, name }: SeatFacts, world: World) {
  checkRoom(given)
  return {
    ...place.seated(state, { more: 1, who: holderOf(by) }, world.now),
    effects: seatTaken(place.scope(state), by, name, world.at),
  }
}

/** Takes a seat where the place admits the caller, else asks for one. */
export const joinAt = <State extends object>(place: OpenPlace<State>) =>
  message({
    // a second request of the same caller must see the first
    afresh: true,
    needs: (state: State, { by }: Join) => {
      const scope = place.scope(state)
      return {
        standing: standingAt(scope, by),
        keepers: keepersOf.of(scope.hub_id),
        given: seatsGiven.of(scope.id),
        name: nameIn(scope, by),
        waits: requestWaits.of({ scope_id: scope.id, participant_id: holderOf(by) }),
      }
    },
    decide: (state: State, { by, note }: Join, { keepers, waits, ...facts }, world): Outcome<State, Joined> => {
      const standing = place.asksFor(state, by, facts.standing, world.public_on)
      const seat = seatIn(standing)
      if (standing.removed) throw denied('removed', { by })
      if (seat) return { reply: { joined: true, already: true, seat }, already: joinLimits }
      const scope = place.scope(state)
      const key = { scope_id: scope.id, participant_id: holderOf(by) }
      if (place.takesIn(state, by, standing, world.public_on)) {
        const { effects, ...rest } = taken(place, state, by, facts, world)
        // a request from a time when the place admitted no one needs no answer any more
        return {
          ...rest,
          reply: { joined: true, seat: 'member' },
          effects: waits ? [...effects, deleteJoinRequests(key)] : effects,
        }
      }
      if (waits) return { reply: { requested: true, already: true }, already: joinLimits }
      const item = { kind: 'join_request', ...from(by), ...placeOf(scope) } as const
      return {
        reply: { requested: true },
        effects: [insertJoinRequests(presentAs({ ...key, at: world.at, note }))],
        tell: [...place.askees(state, keepers)].map((id) => notice(id, item)),
      }
    },
  })

/** Takes a guest's seat; a newcomer's account is made with it. */
export const joinAsGuestAt = <State extends object>(place: OpenPlace<State>) =>
  message({
    // the next guest with the same name must see this one
    afresh: true,
    needs: (state: State, { by, newcomer }: JoinAsGuest) => {
      const scope = place.scope(state)
      return { standing: standingAt(scope, by), given: seatsGiven.of(scope.id), name: nameIn(scope, by, newcomer) }
    },
    decide: (state: State, { by, newcomer }: JoinAsGuest, facts, world): Outcome<State, JoinedAsGuest> => {
      const { standing, asked, guests } = place.opensTo(state, by, facts.standing, world.public_on)
      const seat = seatIn(standing)
      if (standing.removed) throw denied('removed', asked)
      if (seat) return { reply: { seat, already: true } }
      if (!guests) throw denied('guests_off', asked)
      const { effects, ...rest } = taken(place, state, by, facts, world)
      const came = newcomer ? arrival(by, newcomer, world) : []
      return { ...rest, reply: { seat: 'member' }, effects: [...came, ...effects] }
    },
  })
