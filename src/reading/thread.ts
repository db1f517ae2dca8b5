import type { Sql } from '../../sql/client.ts'
import {
  type DecisionRow,
  type Keepers,
  type MemberRow,
  type PersonRow,
  type PostRow,
  type TaskLineRow,
  type TaskRow,
  threadMembers,
  type ThreadRow,
  threadWithPosts,
} from '../../sql/reads/threads.ts'
import { present, presentAs } from '../records/present.ts'
import type { DecisionLine } from '../records/decision_line.ts'
import type { Person } from '../records/person.ts'
import type { PostView } from '../records/post.ts'
import type { TaskLine, TaskMade } from '../records/task_line.ts'
import type { ThreadAbout, ThreadPage } from '../records/thread_page.ts'
import { reads } from '../rules/limits.ts'
import { readsHub, readsPart, type Seats, seatsOf } from '../rules/readable.ts'
import type { Reader } from '../rules/reader.ts'
import { threadStatus } from '../rules/states.ts'
import { headingOf } from '../text/blocks.ts'
import { introduction } from '../text/sections.ts'
import { untrusted } from '../text/untrusted.ts'
import { type Grounds, readGrounds, withGrounds } from './grounds.ts'
import { personOf } from './person.ts'
import { reachOf } from './reach.ts'

export interface ThreadAsked {
  readonly id: string
  /** posts before this seq, the newest of them */
  readonly before?: number
  /** posts after this seq, the oldest of them */
  readonly after?: number
  /** only this post */
  readonly post?: string
  /** replies to this post, the oldest of them */
  readonly answers?: string
  readonly posts: number
  /** number of members to list */
  readonly members?: number
  /** look up the reach of authors: pages label links by it, tools return the text as written */
  readonly reach?: boolean
}

/** A thread as one reader may see it. Readers who ask at the same moment share the page. */
export interface OpenThread {
  readonly page: ThreadPage
  readonly seats: Seats
  /** true when the seat in the thread was taken, so the reader is a guest */
  readonly guest: boolean
  readonly mode: 'open' | 'checked'
  /** the hub accepts guests, even if the thread does not */
  readonly hub_guests: boolean
  readonly agents_paused: boolean
  /** what agents did since the last post of a person, as the thread's actor keeps it */
  readonly run?: unknown
}

/** Readers who ask for the same in one turn of the event loop share one query and one page. */
interface Group {
  readonly readers: Set<string>
  readonly loaded: Promise<SharedThread | undefined>
}

/** A thread read once for many readers. */
export interface SharedThread {
  /** those whose seats were read with it */
  readonly readers: ReadonlySet<string>
  readonly row: ThreadRow
  readonly seats: ReadonlyMap<string, readonly SeatRow[]>
  /** the page for readers of the hub */
  readonly page: ThreadPage
  readonly grounds?: Grounds
  /** pages for readers without access to the hub, by the ids of its pads that they may open */
  readonly partial: Map<string, ThreadPage>
}

type SeatRow = NonNullable<ThreadRow['seats']>[number]

const groups = new WeakMap<Sql, Map<string, Group>>()

/** Returns a thread with the posts asked for; undefined when it is missing or not readable. */
export async function readThread(
  sql: Sql,
  reader: Reader,
  asked: ThreadAsked,
  now: number,
): Promise<OpenThread | undefined> {
  const found = await joinGroup(sql, reader, asked, now)
  return found && openFor(found, reader)
}

/**
 * Returns what `readThread` would for this reader, who has to be one of `readers` or signed out. Does no I/O: a post may
 * wake thousands.
 */
export function openFor(shared: SharedThread, reader: Reader): OpenThread | undefined {
  const opened = threadFor(shared, reader)
  return opened && { ...opened, page: withGrounds(reader, opened.page, shared.grounds) }
}

function threadFor(shared: SharedThread, reader: Reader): OpenThread | undefined {
  const { row, page, seats: all } = shared
  const own = all.get(holderOf(reader) ?? '') ?? []
  const scope = own.find(({ of_hub }) => !of_hub)
  const hub = own.find(({ of_hub }) => of_hub)
  const seats = seatsOf(hub, scope)
  if (!readsPart({ id: row.id, audience: row.audience, hidden: row.level === 'hide' }, seats, reader)) return undefined
  const hubToo = readsHub(row.audience, seats, reader)
  return {
    page: !reader.limitedTo && hubToo ? page : partOf(shared, reader, hubToo),
    seats,
    guest: scope?.taken === true,
    mode: row.mode,
    hub_guests: row.hub_guests,
    agents_paused: row.agents_paused,
    ...(row.run !== null && { run: row.run }),
  }
}

/** Removes what the reader may not open: the hub, and pads of it. */
function partOf({ row, page, partial }: SharedThread, reader: Reader, hubToo: boolean): ThreadPage {
  const holder = holderOf(reader)
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
  const { about, pads, decisions, tasks, hub, ...rest } = page
  const decided = decisions?.filter((_, n) => open.has(row.decisions?.[n]?.pad_id ?? ''))
  const listed = pads?.filter(({ id }) => open.has(id))
  return {
    ...rest,
    hub: { id: hub.id, audience: hub.audience },
    ...present({
      about: about && open.has(about.pad.id) ? about : undefined,
      pads: listed && listed.length > 0 ? listed : undefined,
      decisions: decided && decided.length > 0 ? decided : undefined,
      tasks: tasks?.map((task) => withoutPad(task, open)),
    }),
  }
}

function withoutPad(task: TaskLine, open: ReadonlySet<string>): TaskLine {
  if (task.result?.pad_id === undefined || open.has(task.result.pad_id)) return task
  const { pad_id: _, edit_id: __, ...result } = task.result
  return { ...task, result }
}

/** Returns the id whose seats a reader reads with. */
export const holderOf = ({ seats_of, id }: Reader): string | undefined => seats_of ?? id

function joinGroup(sql: Sql, reader: Reader, asked: ThreadAsked, now: number): Promise<SharedThread | undefined> {
  let open = groups.get(sql)
  if (!open) groups.set(sql, (open = new Map()))
  const key = JSON.stringify([asked, reader.publicOn])
  let group = open.get(key)
  if (!group) {
    const readers = new Set<string>()
    const loaded = new Promise<void>((go) => setImmediate(go)).then(() => {
      open.delete(key)
      return readShared(sql, asked, { readers, publicOn: reader.publicOn, now })
    })
    open.set(key, (group = { readers, loaded }))
  }
  const holder = holderOf(reader)
  if (holder !== undefined) group.readers.add(holder)
  return group.loaded
}

/** Reads a thread once, with the seats of all these readers. */
export async function readShared(
  sql: Sql,
  asked: ThreadAsked,
  { readers, publicOn, now }: { readers: ReadonlySet<string>; publicOn: boolean; now: number },
): Promise<SharedThread | undefined> {
  const { id, before, after, post, answers, posts, members } = asked
  const [row, listed] = await Promise.all([
    threadWithPosts(sql, {
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
  const reach = asked.reach ? await reachOf(sql, authorsOf(row), now) : noReach
  const page = pageOf(row, listed, asked, publicOn, reach)
  const seats = new Map<string, SeatRow[]>()
  for (const seat of row.seats ?? []) {
    const of = seats.get(seat.participant_id)
    if (of) of.push(seat)
    else seats.set(seat.participant_id, [seat])
  }
  const grounds = await readGrounds(sql, row, { readers: [...readers], publicOn })
  return present({ readers, row, seats, page, partial: new Map(), grounds })
}

const noReach: ReadonlySet<string> = new Set()
const none: Keepers = {}

const authorsOf = (row: ThreadRow): string[] => [
  row.starter.id,
  ...(row.posts ?? []).map(({ author }) => author.id),
  ...(row.task_lines ?? []).map(({ by }) => by.id),
  ...(row.decisions ?? []).map(({ by }) => by.id),
]

/** Takes as many posts and task lines together as asked for, from the end that was asked for. */
function windowOf({ posts, task_lines }: ThreadRow, { posts: most, after }: ThreadAsked) {
  const all = [...(posts ?? []), ...(task_lines ?? [])].toSorted((a, b) => a.seq - b.seq)
  const shown = after === undefined ? all.slice(-most) : all.slice(0, most)
  const first = shown[0]?.seq ?? Number.POSITIVE_INFINITY
  const last = shown.at(-1)?.seq ?? 0
  const isShown = ({ seq }: { seq: number }): boolean => seq >= first && seq <= last
  return {
    posts: (posts ?? []).filter(isShown),
    task_lines: (task_lines ?? []).filter(isShown),
    ...(shown.length > 0 && { first, last }),
  }
}

function pageOf(
  row: ThreadRow,
  members: readonly MemberRow[] | undefined,
  asked: ThreadAsked,
  publicOn: boolean,
  reach: ReadonlySet<string>,
): ThreadPage {
  const { before, after } = asked
  const isPublic = publicOn && row.audience === 'public'
  const { first, last, ...window } = windowOf(row, asked)
  const folded = row.level !== null
  const keepers = row.keepers ?? none
  const person = (one: PersonRow): Person => personOf(one, reach, keepers)
  const about = aboutOf(row)
  return presentAs({
    id: row.id,
    hub: { id: row.hub_id, slug: row.slug, title: untrusted(row.hub_title), audience: isPublic ? 'public' : 'private' },
    title: untrusted(row.title),
    starter: person(row.starter),
    status: threadStatus({ answered: row.status === 'answered', folded }),
    fold_reason: row.reason,
    hidden: row.level === 'hide' ? true : undefined,
    answer: row.answer_id,
    answer_by: row.answer_id !== null && row.answer_by ? person(row.answer_by) : undefined,
    dispute: row.dispute,
    accepts_guests: isPublic && row.accepts_guests && row.hub_guests,
    locked: row.locked || undefined,
    about,
    version: row.version,
    last_seq: row.last_seq,
    created: row.created_at,
    updated: row.updated_at,
    posts: window.posts.map((post) => postView(post, row.answer_id, reach, keepers)),
    task_lines: window.task_lines.length > 0 ? window.task_lines.map((line) => taskMade(line, person)) : undefined,
    tasks_made: row.tasks_made > 0 ? row.tasks_made : undefined,
    has_older: first === undefined ? after !== undefined && after > 0 && row.last_seq > 0 : first > 1,
    has_newer: last === undefined ? before !== undefined && before <= row.last_seq : last < row.last_seq,
    tasks: row.tasks?.map((task) => taskLine(task, person)),
    pads: row.pads?.map(({ id, title, version, via }) => ({ id, title: untrusted(title), version, via })),
    decisions: row.decisions && row.decisions.map((decision) => decisionLine(decision, row.id, person)),
    members_count: row.members_count,
    members: members?.map((member) => ({ person: person({ ...member, seat: null }), seat: member.seat })),
    indexable: isPublic && !folded && reach.has(row.starter.id),
  })
}

function aboutOf(row: ThreadRow): ThreadAbout | undefined {
  if (row.about_pad_id === null) return undefined
  const heading = row.heading === null ? introduction : (headingOf(row.heading)?.words ?? '')
  return present({
    pad: { id: row.about_pad_id, title: untrusted(row.about_title ?? '') },
    section: row.about_section_id === null ? undefined : { id: row.about_section_id, heading: untrusted(heading) },
    flags_wrong: row.flags_wrong || undefined,
    source: row.source === null ? undefined : untrusted(row.source),
  })
}

export function postView(row: PostRow, answer: string | null, reach: ReadonlySet<string>, keepers?: Keepers): PostView {
  const hidden = row.level === 'hide'
  return presentAs({
    id: row.id,
    seq: row.seq,
    author: personOf(row.author, reach, keepers),
    host: row.host,
    created: new Date(row.created_at),
    edited: row.edited_at === null ? undefined : new Date(row.edited_at),
    edits: row.edits,
    body: row.body === null ? undefined : untrusted(row.body),
    reply_to: row.reply_to,
    quote:
      row.quote_of !== null && row.quote_text !== null
        ? { of: row.quote_of, text: untrusted(row.quote_text) }
        : undefined,
    reactions: row.reactions,
    answer: row.id === answer ? true : undefined,
    folded: row.level === 'fold' && row.reason !== null ? row.reason : undefined,
    deleted: row.deleted || undefined,
    hidden: hidden || undefined,
  })
}

const taskMade = (row: TaskLineRow, person: (row: PersonRow) => Person): TaskMade =>
  presentAs({
    task: row.id,
    seq: row.seq,
    title: untrusted(row.title),
    by: person(row.by),
    host: row.host,
    created: new Date(row.created_at),
  })

export function taskLine(row: TaskRow, person: (row: PersonRow) => Person): TaskLine {
  const pointsAt = row.result_pad_id !== null || row.result_link !== null
  return presentAs({
    id: row.id,
    seq: row.seq,
    title: untrusted(row.title),
    state: row.state,
    assignee: row.assignee && person(row.assignee),
    reviewer: row.reviewer && person(row.reviewer),
    review: row.review,
    claim: row.claim,
    creator_id: row.creator_id,
    updated: new Date(row.updated_at),
    due: row.due === null ? undefined : new Date(row.due),
    idle: row.idle_at === null ? undefined : new Date(row.idle_at),
    details: row.details === null ? undefined : untrusted(row.details),
    block_note: row.block_note === null ? undefined : untrusted(row.block_note),
    result: pointsAt
      ? present({
          pad_id: row.result_pad_id,
          edit_id: row.result_edit_id,
          link: row.result_link === null ? undefined : untrusted(row.result_link),
          summary: row.result_summary === null ? undefined : untrusted(row.result_summary),
          review_note: row.review_note === null ? undefined : untrusted(row.review_note),
        })
      : undefined,
  })
}

const decisionLine = (row: DecisionRow, thread_id: string, person: (row: PersonRow) => Person): DecisionLine =>
  presentAs({
    id: row.id,
    status: row.status,
    text: untrusted(row.text),
    reason: row.reason === null ? undefined : untrusted(row.reason),
    by: person(row.by),
    at: new Date(row.at),
    section_id: row.section_id,
    thread_id,
    post_id: row.post_id,
  })
