import { agentsSeated, hubSeats } from '../../../sql/reads/hub/seats/hub_seats.ts'
import { atWorkIn, openTasksIn } from '../../../sql/reads/hub/hub_tasks.ts'
import { askedToJoin, askingFor } from '../../../sql/reads/hub/seats/seat_requests.ts'
import { ownAgentsBeside } from '../../../sql/reads/hub/seats/own_agents_beside.ts'
import { newestEdits, newestPosts, type NewestRow } from '../../../sql/reads/hub/hub_newest.ts'
import type { PersonRow } from '../../../sql/reads/thread/thread_row.ts'
import { takeovers } from '../../../sql/facts/hub/takeovers.ts'
import { peopleNamed } from '../../../sql/reads/names_of.ts'
import type { Sql } from '../../../sql/client.ts'
import { present, presentAs } from '../../records/present.ts'
import type { HubPage } from '../../records/hub/hub_page.ts'
import type { Person } from '../../records/person.ts'
import type { HubLine, HubView } from '../../records/hub/hub_view.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { isKeeperSeat } from '../../rules/may_read/readable.ts'
import { reads } from '../../rules/limits.ts'
import { type HubWanted, readHub } from './hub_page.ts'
import { mayHere } from './hub_rights.ts'
import { countingUnread, overOneConnection, type ReadingParts } from '../reading_parts.ts'
import { personOf } from '../account/person.ts'
import type { HubItemType } from '../../rules/closed_lists.ts'

/**
 * Returns a hub as its page or card shows it: pads, then threads, with the newest change of each, who has a seat and
 * who is at work, and what the reader may do. A cursor and `is` apply to threads, unless only pads are asked for.
 */
export const readHubView = countingUnread(
  overOneConnection(
    async (
      parts: ReadingParts,
      reader: Reader,
      caller: Caller | undefined,
      { hub, type, is, cursor }: HubWanted,
      now: number,
    ): Promise<HubView | undefined> => {
      const [pads, threads] = await Promise.all([
        type === 'thread' || (type === undefined && cursor !== undefined)
          ? undefined
          : readHub(parts, reader, { hub, type: 'pad', ...(type === 'pad' && { is, cursor }) }, now),
        type === 'pad' ? undefined : readHub(parts, reader, { hub, type: 'thread', is, cursor }, now),
      ])
      const page = threads ?? pads
      if (!page) return undefined
      const whole = { ...page, items: [...(pads?.items ?? []), ...(threads?.items ?? [])] }
      const view = await withCompany(parts, reader, caller, whole, now)
      return type === undefined && pads?.next_cursor !== undefined ? { ...view, more_pads: true } : view
    },
  ),
  (_, caller) => caller?.id,
)

async function withCompany(
  parts: ReadingParts,
  reader: Reader,
  caller: Caller | undefined,
  page: HubPage,
  now: number,
): Promise<HubView> {
  const { sql } = parts
  const { id, seat, items } = page
  const [newest, company, own, asking, asked, waiting] = await Promise.all([
    newestIn(sql, items, reader.id ?? ''),
    companyIn(sql, reader, id),
    caller?.kind === 'human' ? ownAgentsBeside(sql, caller.id, id) : [],
    isKeeperSeat(seat) ? askingFor(sql, id, reads.hub.members) : [],
    caller && seat === undefined ? askedToJoin(sql, caller.id, id) : undefined,
    seat === undefined ? undefined : takeovers.load(sql, [id]).then((found) => found.get(id)),
  ])
  const { seats, working, agents_count, tasks } = company
  const { taker, pauser } = await keepersNamed(sql, waiting?.by_id, page.agents_paused_by)
  const named = [...[...newest.values()].map(({ by }) => by), ...[...seats, ...working].map(({ who }) => who)]
  const keeping = [taker, pauser].filter((one) => one !== undefined)
  const ids = [...named, ...keeping].map((who) => who.id)
  const reach = await parts.reach.of(ids, now)
  const person = (row: PersonRow): Person => personOf(row, reach)
  return presentAs({
    ...page,
    kind: 'hub',
    items: items.map((item): HubLine => ({ ...item, ...lastIn(newest.get(item.id), person) })),
    may: caller ? mayHere(caller, page) : {},
    way: caller && seat === undefined ? (asked?.removed ? 'removed' : 'joins') : undefined,
    agents_count,
    people: seats.map(({ who, seat: of, paused }) =>
      presentAs({ person: person(who), seat: of, paused: paused || undefined }),
    ),
    at_work: working.map((row) => workLine(row, person)),
    tasks,
    own_agents: own,
    asking: asking.map(({ at, note, ...who }) => presentAs({ person: { ...who, reach: false }, at, note })),
    takeover:
      waiting &&
      taker &&
      presentAs({
        by: person(taker),
        takes_effect_at: new Date(waiting.takes_effect_at),
        // a note is for the one concerned
        note: seat === 'owner' ? waiting.note : undefined,
      }),
    pauser: pauser && person(pauser),
  })
}

/** Who asked to take the hub over, and who paused its agents. */
async function keepersNamed(sql: Sql, taker: string | undefined, pauser: string | undefined) {
  const ids = [taker, pauser].filter((one) => one !== undefined)
  const found = ids.length > 0 ? await peopleNamed(sql, ids) : undefined
  return { taker: found?.get(taker ?? ''), pauser: found?.get(pauser ?? '') }
}

/** The newest change of each item, by its id. */
async function newestIn(sql: Sql, items: HubPage['items'], reader_id: string): Promise<ReadonlyMap<string, NewestRow>> {
  const ids = (type: HubItemType) => items.filter((item) => item.type === type).map((item) => item.id)
  const { saidCharacters } = reads.hubPage
  const [posts, edits] = await Promise.all([
    newestPosts(sql, ids('thread'), reader_id, saidCharacters),
    newestEdits(sql, ids('pad'), saidCharacters),
  ])
  return new Map([...posts, ...edits].map((row) => [row.id, row]))
}

/** Who has a seat and who is at work. */
async function companyIn(sql: Sql, reader: Reader, id: string) {
  const [seats, agents_count, working, tasks] = await Promise.all([
    hubSeats(sql, id, { limit: reads.hubPage.people }),
    agentsSeated(sql, id),
    atWorkIn(sql, reader, id, reads.hubPage.atWork),
    openTasksIn(sql, id),
  ])
  return { seats, agents_count, working, tasks }
}

const workLine = (
  { who, title, since, paused, ...task }: Awaited<ReturnType<typeof atWorkIn>>[number],
  person: (row: PersonRow) => Person,
) => present({ ...task, person: person(who), title, at: since, paused: paused || undefined })

function lastIn(row: NewestRow | undefined, person: (row: PersonRow) => Person): Pick<HubLine, 'last' | 'unread'> {
  if (!row) return {}
  const { by, at, said, unread } = row
  return present({
    last: present({ by: person(by), at, said: said || undefined }),
    unread: unread !== null && unread > 0 ? unread : undefined,
  })
}
