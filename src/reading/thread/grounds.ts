import type { Sql } from '../../../sql/client.ts'
import { type GroundEnd, type GroundRow, groundsOf, seatsInEnds } from '../../../sql/reads/thread/grounds.ts'
import { readableIds } from '../../../sql/reads/may_read/readable_ids.ts'
import type { ThreadRow } from '../../../sql/reads/thread/thread_row.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import type { Ground, Led } from '../../records/thread/post.ts'
import type { Person } from '../../records/person.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import { readsPart, type SeatKept, seatsOf } from '../../rules/may_read/readable.ts'
import { type Reader, seatHolder } from '../../rules/caller.ts'
import { noReach, personOf } from '../account/person.ts'

/** The posts that a thread and its tasks come from, and what its posts led to: read once for all readers of a page. */
export interface Grounds {
  readonly rows: readonly (GroundRow & { readonly by: Person })[]
  /** the other threads */
  readonly others: readonly GroundEnd[]
  /** seats of the readers in those threads that are not public, and in their hubs */
  readonly seats: ReadonlyMap<string, ReadonlyMap<string, SeatKept>>
  /** cache: by page, then by the set of other threads that the reader may open */
  readonly shown: WeakMap<ThreadPage, Map<string, ThreadPage>>
}

/** Returns undefined when the thread has none. */
export async function readGrounds(
  sql: Sql,
  row: ThreadRow,
  { readers, publicOn }: { readonly readers: readonly string[]; readonly publicOn: boolean },
): Promise<Grounds | undefined> {
  if (!row.grounded) return undefined
  const rows = await groundsOf(sql, {
    of: [row.id, ...(row.tasks ?? []).map(({ id }) => id)],
    thread_id: row.id,
    posts: (row.posts ?? []).map(({ id }) => id),
  })
  const ends = new Map(rows.flatMap(({ ends: both }) => both).map((end) => [end.id, end]))
  ends.delete(row.id)
  const others = [...ends.values()]
  const closed = others.filter(({ audience, hidden }) => hidden || !publicOn || audience !== 'public')
  const scopes = [...new Set(closed.flatMap(({ id, hub_id }) => [id, hub_id]))]
  const seats = new Map<string, Map<string, SeatKept>>()
  const kept = scopes.length === 0 || readers.length === 0 ? [] : await seatsInEnds(sql, { readers, scopes })
  for (const seat of kept) {
    const own = seats.get(seat.participant_id)
    if (own) own.set(seat.scope_id, seat)
    else seats.set(seat.participant_id, new Map([[seat.scope_id, seat]]))
  }
  return { rows: rows.map((one) => ({ ...one, by: authorOf(one) })), others, seats, shown: new WeakMap() }
}

/** Adds the grounds whose other end the reader may open. */
export function withGrounds(reader: Reader, page: ThreadPage, grounds: Grounds | undefined): ThreadPage {
  if (!grounds || grounds.rows.length === 0) return page
  const { rows, others, shown } = grounds
  const seats = grounds.seats.get(seatHolder(reader))
  const opens = (end: GroundEnd): boolean => readsPart(end, seatsOf(seats?.get(end.hub_id), seats?.get(end.id)), reader)
  const open = new Set(others.filter(opens).map(({ id }) => id))
  const key = [...open].join()
  let pages = shown.get(page)
  if (!pages) shown.set(page, (pages = new Map()))
  let made = pages.get(key)
  if (!made) {
    const isOpen = (id: string): boolean => id === page.id || open.has(id)
    const seen = rows.filter((row) => isOpen(row.of_thread_id) && isOpen(row.post_thread_id))
    pages.set(key, (made = grounded(page, seen)))
  }
  return made
}

function grounded(page: ThreadPage, rows: Grounds['rows']): ThreadPage {
  const from = (id: string) =>
    present({ from: unlessEmpty(rows.filter(({ of_id }) => of_id === id))?.map((row) => groundOf(row, page.id)) })
  const led = (id: string) => present({ led: unlessEmpty(rows.filter(({ post_id }) => post_id === id))?.map(ledTo) })
  return {
    ...page,
    ...from(page.id),
    posts: page.posts.map((post) => ({ ...post, ...led(post.id) })),
    ...present({ tasks: page.tasks?.map((task) => ({ ...task, ...from(task.id) })) }),
  }
}

/** Adds to the tasks of an export the posts they come from, as far as the reader may open them; others are not named. */
export async function withTaskGrounds(
  sql: Sql,
  reader: Reader,
  tasks: readonly TaskRecord[],
): Promise<readonly TaskRecord[]> {
  const rows = await groundsOf(sql, { of: tasks.map(({ id }) => id), thread_id: '', posts: [] })
  const open = await readableIds(sql, reader, [...new Set(rows.map(({ post_thread_id }) => post_thread_id))])
  return tasks.map(({ from_post, ...task }) => {
    const from = rows.filter(({ of_id, post_thread_id }) => of_id === task.id && open.has(post_thread_id))
    if (from.length === 0) return task
    const known = present({ from_post: from.some(({ post_id }) => post_id === from_post) ? from_post : undefined })
    return { ...task, ...known, from: from.map((row) => groundOf({ ...row, by: authorOf(row) }, task.thread_id)) }
  })
}

/** Quotes show every link as a label, so reach is not looked up. */
const authorOf = ({ author }: GroundRow): Person => personOf(author, noReach)
const groundOf = (row: Grounds['rows'][number], thread_id: string): Ground =>
  presentAs({
    post: row.post_id,
    seq: row.seq,
    edits: row.edits,
    thread: row.post_thread_id,
    elsewhere: row.post_thread_id !== thread_id ? true : undefined,
    by: row.by,
    host: row.host,
    ...(row.said !== null && { said: row.said, size: row.size }),
    folded: row.folded,
  })

const ledTo = ({ of_id, of_thread_id, of_title }: GroundRow): Led => ({
  id: of_id,
  thread: of_thread_id,
  title: of_title,
})
