import { agentsSeated, hubSeats } from '../../../sql/reads/hub/seats/hub_seats.ts'
import { askedToJoin } from '../../../sql/reads/hub/seats/seat_requests.ts'
import { keepersOf } from '../../../sql/facts/hub/seats.ts'
import { ownerActedAt, takeovers } from '../../../sql/facts/hub/takeovers.ts'
import { newestActs } from '../../../sql/reads/hub/moderation_log.ts'
import { hubHead } from '../../../sql/reads/hub/hub_head.ts'
import { peopleNamed, titlesOf } from '../../../sql/reads/names_of.ts'
import type { Sql } from '../../../sql/client.ts'
import { present, presentAs } from '../../records/present.ts'
import type { HubDesk, LogLine, Member, Named, OwnerGone, Seated } from '../../records/hub/hub_desk.ts'
import type { Person } from '../../records/person.ts'
import { type Caller, holderOf, type Reader } from '../../rules/caller.ts'
import { allowedActsOn } from '../../rules/hub_acts.ts'
import { reads, timers } from '../../rules/limits.ts'
import { mayTakeBack } from '../../rules/logged_acts.ts'
import type { Seat } from '../../rules/closed_lists.ts'
import { may } from '../../rules/rights.ts'
import { mayHere } from './hub_rights.ts'
import { listInvites } from './invites.ts'
import { memberCursor, memberPlace, withNames } from './members.ts'
import { noReach, personOf } from '../account/person.ts'
import { onePage } from '../cursor.ts'
import { participantNamed } from '../../../sql/reads/participant_named.ts'

/** Returns what all subpages of a hub share: the hub itself, and what the reader may do there. */
export async function readDesk(
  sql: Sql,
  reader: Reader,
  caller: Caller | undefined,
  slug: string,
): Promise<HubDesk | undefined> {
  const head = await hubHead(sql, reader, slug)
  if (!head) return undefined
  const { hub_taken: _, ...shown } = head
  return {
    ...shown,
    agents_count: await agentsSeated(sql, head.id),
    may: caller ? mayHere(caller, head) : {},
  }
}

interface SeatsSought {
  /** only those whose name begins so */
  readonly named?: string | undefined
  /** those with this seat are left out */
  readonly except?: Seat | undefined
}

/** Returns one page of a hub's seats. Throws `cursor` for a cursor that was not issued here. */
export async function readSeats(
  sql: Sql,
  hub: string,
  cursor: string | undefined,
  { named, except }: SeatsSought = {},
): Promise<{ readonly people: readonly Seated[]; readonly next_cursor?: string }> {
  const limit = reads.hub.members
  const after = memberPlace(cursor)
  const rows = await withNames(named, (begins) => hubSeats(sql, hub, { limit: limit + 1, after, begins, except }))
  const { shown, next_cursor } = onePage(rows, limit, ({ rank, at, who: { id } }) => memberCursor({ rank, at, id }))
  return presentAs({
    people: shown.map(({ who, seat, paused }) => present({ person: plain(who), seat, paused: paused || undefined })),
    next_cursor,
  })
}

/** The same with what the reader may do to each; signed out and to oneself that is nothing. */
export async function readMembers(
  sql: Sql,
  caller: Caller | undefined,
  { id, seat, mode }: Pick<HubDesk, 'id' | 'seat' | 'mode'>,
  cursor: string | undefined,
  named: string | undefined,
): Promise<{ readonly people: readonly Member[]; readonly next_cursor?: string }> {
  const { people, ...more } = await readSeats(sql, id, cursor, { named })
  const mayTo = ({ person, seat: target }: Seated): Member['may'] =>
    !caller || person.id === caller.id ? {} : allowedActsOn({ by: caller, seat, mode }, target)
  return { people: people.map((one) => ({ ...one, may: mayTo(one) })), ...more }
}

/** Returns one page of the moderation log, with the names of participants and places. */
export async function readLogPage(
  sql: Sql,
  caller: Caller,
  { id: hub, seat, mode }: Pick<HubDesk, 'id' | 'seat' | 'mode'>,
  before: string | undefined,
): Promise<{ readonly lines: readonly LogLine[]; readonly next_cursor?: string }> {
  const limit = reads.hub.log
  const acts = await newestActs(sql, hub, limit + 1, before)
  const { shown, next_cursor } = onePage(acts, limit, ({ id }) => id)
  const [people, places] = await Promise.all([
    peopleNamed(
      sql,
      shown.flatMap(({ by_id, target }) => [by_id, target.id]),
    ),
    titlesOf(
      sql,
      shown.map(({ target }) => target.id),
    ),
  ])
  const placed = new Map(places.map((place) => [place.id, place]))
  const targetOf = ({ id, type }: { readonly id: string; readonly type: string }): Named => {
    const who = people.get(id)
    const place = placed.get(id)
    return presentAs({
      id,
      type,
      person: who && plain(who),
      title: place && place.title,
      thread_id: place?.thread_id || undefined,
    })
  }
  return presentAs({
    lines: shown.map(({ by_id, target, over, ...act }) => {
      const by = people.get(by_id)
      const goes_back = !act.taken_back && !over && mayTakeBack(act.action, { by: caller, seat, mode })
      return present({ ...act, target: targetOf(target), by: by && plain(by), goes_back: goes_back || undefined })
    }),
    next_cursor,
  })
}

/** Returns a participant by id or handle. */
export async function readPerson(sql: Sql, named: string): Promise<Person | undefined> {
  const found = await participantNamed(sql, named)
  const who = found && !found.deleted && (await peopleNamed(sql, [found.id])).get(found.id)
  return who ? plain(who) : undefined
}

export const readInvites = (sql: Sql, caller: Caller, reader: Reader, hub: string, now: number) =>
  listInvites(sql, caller, reader, { type: 'hub', named: hub }, now)

export { padsToChoose } from '../../../sql/reads/hub/starting.ts'

/** Whether the hub's owner has been silent for long enough, and whether this reader may take over. */
export async function readOwnerGone(
  sql: Sql,
  caller: Caller,
  { id, seat, mode }: Pick<HubDesk, 'id' | 'seat' | 'mode'>,
  now: number,
): Promise<OwnerGone> {
  const [acted, keepers, waiting] = await Promise.all([
    ownerActedAt.load(sql, [id]),
    keepersOf.load(sql, [id]),
    takeovers.load(sql, [id]),
  ])
  const quiet = now - (acted.get(id) ?? now) >= timers.ownerSilence
  const helped = (keepers.get(id) ?? []).some(({ role }) => role === 'helper')
  const asked = waiting.get(id)
  // a helper need not ask
  if (asked?.by_id === holderOf(caller) && seat !== 'helper')
    return { quiet, may: false, happens: new Date(asked.takes_effect_at) }
  return { quiet, may: may('take_over', { by: caller, seat, mode, quiet, helped }) === true }
}

/** Whether the caller was removed from a hub and since when they ask for a seat; the hub need not be readable. */
export const readAsked = (sql: Sql, { id }: Caller, slug: string) => askedToJoin(sql, id, slug)

const plain = (row: Parameters<typeof personOf>[0]): Person => personOf(row, noReach)
