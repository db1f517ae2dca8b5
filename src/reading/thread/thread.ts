import type { Sql } from '../../../sql/client.ts'
import { threadMembers } from '../../../sql/reads/thread/thread_members.ts'
import type { ThreadRow } from '../../../sql/reads/thread/thread_row.ts'
import { grouped } from '../../records/grouped.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import type { TaskLine } from '../../records/thread/task_line.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import { reads } from '../../rules/limits.ts'
import type { Seat } from '../../rules/closed_lists.ts'
import { isKeeper, isUnseated, readsHub, readsPart, type Seats, seatsOf } from '../../rules/may_read/readable.ts'
import { type Reader, seatHolder } from '../../rules/caller.ts'
import { type Grounds, readGrounds, withGrounds } from './grounds.ts'
import type { Reach } from '../account/reach.ts'
import { inOneTurn } from '../in_one_turn.ts'
import { openThreadRows, type ThreadRows } from './short_row_first.ts'
import { pageOf, type PostsAsked } from './thread_rows.ts'
import { noReach } from '../account/person.ts'
import type { Mode } from '../../rules/hub_mode.ts'
import type { ThreadStanding } from '../../rules/thread_acts.ts'

export interface ThreadAsked extends PostsAsked {
  readonly id: string
  /** only this post */
  readonly post?: string
  /** replies to this post, the oldest of them */
  readonly answers?: string
  /** number of members to list */
  readonly members?: number
  /** look up the reach of authors: pages label links by it, tools return the text as written */
  readonly reach?: boolean
}

/** A thread as one reader may see it. Readers who ask at the same moment share the page. */
export interface OpenThread {
  readonly page: ThreadPage
  readonly seats: Seats
  /** true when the reader was removed from the thread or its hub, and not let in since */
  readonly removed: boolean
  readonly mode: Mode
  /** the hub accepts guests, even if the thread does not */
  readonly hub_takes_guests: boolean
  readonly agents_paused: boolean
  /** in the hub, of the human behind the reader; only where its agents are paused */
  readonly human_seat?: Seat
  /** by task, while its result waits: the id that its assignee counts as. In no answer, since it tells which ids share an address */
  readonly other_sides: ReadonlyMap<string, string>
  /** what agents did since the last post of a person, as the thread's actor keeps it */
  readonly run?: unknown
}

/** What decides, besides the reader's rights, what they may do in it. */
export const threadStanding = ({ page, seats, removed, hub_takes_guests }: OpenThread): ThreadStanding => ({
  removed,
  guest: isUnseated(seats),
  keeper: isKeeper(seats),
  folded: page.status === 'folded',
  locked: page.locked === true,
  hub_takes_guests,
})

/** A thread read once for many readers. */
export interface SharedThread {
  /** those whose seats were read with it */
  readonly readers: ReadonlySet<string>
  readonly row: ThreadRow
  readonly seats: ReadonlyMap<string, readonly SeatRow[]>
  readonly other_sides: OpenThread['other_sides']
  /** the page for readers of the hub */
  readonly page: ThreadPage
  readonly grounds?: Grounds
  /** pages for readers without access to the hub, by the ids of its pads that they may open */
  readonly partial: Map<string, ThreadPage>
}

type SeatRow = NonNullable<ThreadRow['seats']>[number]

/** Reads threads, for one reader or for many at once. */
export interface Threads {
  /**
   * Returns a thread with the posts asked for; undefined when it is missing or not readable. Readers who ask for the
   * same in one turn of the event loop share one query and one page.
   */
  read(reader: Reader, asked: ThreadAsked, now: number): Promise<OpenThread | undefined>
  /** Reads a thread once, with the seats of all these readers. */
  readShared(asked: ThreadAsked, by: ReadBy): Promise<SharedThread | undefined>
}

interface ReadBy {
  readonly readers: ReadonlySet<string>
  readonly publicOn: boolean
  readonly now: number
}

interface Parts {
  readonly sql: Sql
  readonly reach: Reach
}

export function openThreads(given: Parts): Threads {
  const parts = { ...given, rows: openThreadRows(given.sql) }
  const together = inOneTurn<string, SharedThread | undefined>()
  return {
    async read(reader, asked, now) {
      const { publicOn } = reader
      const found = await together(JSON.stringify([asked, publicOn]), seatHolder(reader), (holders) => {
        const readers = new Set([...holders].filter((holder) => holder !== ''))
        return readShared(parts, asked, { readers, publicOn, now })
      })
      return found && openFor(found, reader)
    },
    readShared: (asked, by) => readShared(parts, asked, by),
  }
}

/**
 * Returns what `read` would for this reader, who has to be one of `readers` or signed out. Does no I/O: a post may
 * wake thousands.
 */
export function openFor(shared: SharedThread, reader: Reader): OpenThread | undefined {
  const { row, page, seats: all, other_sides, grounds } = shared
  const own = all.get(seatHolder(reader)) ?? []
  const scope = own.find(({ of_hub }) => !of_hub)
  const hub = own.find(({ of_hub }) => of_hub)
  const seats = seatsOf(hub, scope)
  if (!readsPart({ id: row.id, audience: row.audience, hidden: row.level === 'hide' }, seats, reader)) return undefined
  const hubToo = readsHub(row.audience, seats, reader)
  return presentAs<OpenThread>({
    page: withGrounds(reader, !reader.limitedTo && hubToo ? page : partOf(shared, reader, hubToo), grounds),
    seats,
    removed: row.removed?.includes(seatHolder(reader)) === true,
    mode: row.mode,
    hub_takes_guests: row.hub_takes_guests,
    agents_paused: row.agents_paused === true,
    other_sides,
    human_seat: humanSeat(row, reader),
    run: row.run,
  })
}

const humanSeat = ({ human_seats }: ThreadRow, reader: Reader): Seat | undefined =>
  human_seats?.find(({ participant_id }) => participant_id === seatHolder(reader))?.role

/** Removes what the reader may not open: the hub, another thread and pads of it. */
function partOf({ row, page, partial }: SharedThread, reader: Reader, hubToo: boolean): ThreadPage {
  const holder = seatHolder(reader)
  const seated = (pad: string): boolean =>
    row.pad_seats?.some(({ participant_id, pad_id }) => participant_id === holder && pad_id === pad) === true
  const opens = (pad: string): boolean => (hubToo || seated(pad)) && reader.limitedTo?.pads.includes(pad) !== false
  const open = (page.pads ?? []).filter(({ id }) => opens(id))
  const key = open.map(({ id }) => id).join()
  let part = partial.get(key)
  if (!part) partial.set(key, (part = without(row, page, new Set(open.map(({ id }) => id)))))
  return part
}

function without(row: ThreadRow, page: ThreadPage, open: ReadonlySet<string>): ThreadPage {
  const { about, pads, decisions, tasks, hub, duplicate_of: _, ...rest } = page
  const decided = decisions?.filter((_, n) => open.has(row.decisions?.[n]?.pad_id ?? ''))
  const listed = pads?.filter(({ id }) => open.has(id))
  return {
    ...rest,
    hub: { id: hub.id, audience: hub.audience },
    ...present({
      about: about && open.has(about.pad.id) ? about : undefined,
      pads: unlessEmpty(listed),
      decisions: unlessEmpty(decided),
      tasks: tasks?.map((task) => withoutPad(task, open)),
    }),
  }
}

function withoutPad(task: TaskLine, open: ReadonlySet<string>): TaskLine {
  if (task.result?.pad_id === undefined || open.has(task.result.pad_id)) return task
  const { pad_id: _, edit_id: __, ...result } = task.result
  return { ...task, result }
}

async function readShared(
  { sql, rows, reach: reaches }: Parts & { readonly rows: ThreadRows },
  asked: ThreadAsked,
  { readers, publicOn, now }: ReadBy,
): Promise<SharedThread | undefined> {
  const { id, before, after, post, answers, posts, members } = asked
  const [row, listed] = await Promise.all([
    rows.read({
      id,
      posts,
      decisions: reads.thread.decisions,
      tasks: reads.thread.tasks,
      readers: [...readers],
      ...present({ before, after, post, answers }),
    }),
    members === undefined ? undefined : threadMembers(sql, id, members),
  ])
  if (!row) return undefined
  const reach = asked.reach ? await reaches.of(authorsOf(row), now) : noReach
  const page = pageOf(row, listed, asked, publicOn, reach)
  const seats = grouped((row.seats ?? []).map((seat) => [seat.participant_id, seat]))
  const grounds = await readGrounds(sql, row, { readers: [...readers], publicOn })
  const other_sides = new Map((row.tasks ?? []).flatMap(({ id, other_side }) => (other_side ? [[id, other_side]] : [])))
  return present({ readers, row, seats, other_sides, page, partial: new Map(), grounds })
}

const authorsOf = (row: ThreadRow): string[] => [
  row.starter.id,
  ...(row.posts ?? []).map(({ author }) => author.id),
  ...(row.task_lines ?? []).map(({ by }) => by.id),
  ...(row.decisions ?? []).map(({ by }) => by.id),
  ...(row.tasks ?? []).flatMap(({ assignee }) => assignee?.id ?? []),
]
