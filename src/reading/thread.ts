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
import type { DecisionLine, Person, PostView, TaskLine, TaskMade, ThreadAbout, ThreadPage } from '../render/model.ts'
import { thingOf } from '../rules/ids.ts'
import { reads } from '../rules/limits.ts'
import { readsHub, readsPart, type Seats } from '../rules/readable.ts'
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
  /** this post alone */
  readonly post?: string
  /** what answers this post, the oldest of it */
  readonly answers?: string
  readonly posts: number
  /** so many members with it */
  readonly members?: number
  /** asks for the reach of authors: pages label links by it, tools hand on what was written */
  readonly reach?: boolean
}

/** A thread as one reader may see it. Readers of one moment share the page. */
export interface OpenThread {
  readonly page: ThreadPage
  readonly seats: Seats
  /** the seat in the thread was taken: a guest's */
  readonly guest: boolean
  readonly mode: 'open' | 'checked'
  /** the hub takes guests, whatever the thread does */
  readonly hub_guests: boolean
  readonly agents_paused: boolean
  /** what agents did since a person's last post, as the thread's actor keeps it */
  readonly run?: unknown
}

/** What readers who ask for the same in one turn of the event loop share: one query, one page. */
interface Group {
  readonly readers: Set<string>
  readonly loaded: Promise<SharedThread | undefined>
}

/** A thread read once for many. */
export interface SharedThread {
  /** those whose seats were read with it */
  readonly readers: ReadonlySet<string>
  readonly row: ThreadRow
  readonly seats: ReadonlyMap<string, readonly SeatRow[]>
  /** for readers of the hub */
  readonly page: ThreadPage
  readonly grounds?: Grounds
  /** for those who may not open the hub, by the pads of it that they may open */
  readonly partial: Map<string, ThreadPage>
}

type SeatRow = NonNullable<ThreadRow['seats']>[number]

const groups = new WeakMap<Sql, Map<string, Group>>()

/** A thread and the posts asked for; undefined where it is missing or out of the reader's sight. */
export async function readThread(
  sql: Sql,
  reader: Reader,
  asked: ThreadAsked,
  now: number,
): Promise<OpenThread | undefined> {
  const found = await joinGroup(sql, reader, asked, now)
  return found && openFor(sql, found, reader)
}

/** What `readThread` would give this reader, who has to be one of `readers`, or signed out. */
export async function openFor(sql: Sql, shared: SharedThread, reader: Reader): Promise<OpenThread | undefined> {
  const opened = threadFor(shared, reader)
  return opened && { ...opened, page: await withGrounds(sql, reader, opened.page, shared.grounds) }
}

function threadFor(shared: SharedThread, reader: Reader): OpenThread | undefined {
  const { row, page, seats: all } = shared
  const own = all.get(holderOf(reader) ?? '') ?? []
  const scope = own.find(({ of_hub }) => !of_hub)
  const hub = own.find(({ of_hub }) => of_hub)
  const seats: Seats = {
    hub_seat: hub?.role,
    scope_seat: scope?.role,
    hub_taken: hub?.taken === true && thingOf(hub.participant_id) === 'guest',
    scope_taken: scope?.taken === true,
  }
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

/** What one may not open one never reads about: the hub, and pads of it. */
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
    ...(about && open.has(about.pad.id) && { about }),
    ...(listed && listed.length > 0 && { pads: listed }),
    ...(decided && decided.length > 0 && { decisions: decided }),
    ...(tasks && { tasks: tasks.map((task) => withoutPad(task, open)) }),
  }
}

function withoutPad(task: TaskLine, open: ReadonlySet<string>): TaskLine {
  if (task.result?.pad_id === undefined || open.has(task.result.pad_id)) return task
  const { pad_id: _, edit_id: __, ...result } = task.result
  return { ...task, result }
}

/** Whose seats a reader sees with. */
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

/** Reads a thread once, with what each of these readers may see of it. */
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
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(post !== undefined && { post }),
      ...(answers !== undefined && { answers }),
    }),
    members === undefined ? undefined : threadMembers(sql, id, members),
  ])
  if (!row) return undefined
  const reach = asked.reach ? await reachOf(sql, authorsOf(row), now) : nobody
  const page = pageOf(row, listed, asked, publicOn, reach)
  const seats = new Map<string, SeatRow[]>()
  for (const seat of row.seats ?? []) {
    const of = seats.get(seat.participant_id)
    if (of) of.push(seat)
    else seats.set(seat.participant_id, [seat])
  }
  const grounds = await readGrounds(sql, row)
  return { readers, row, seats, page, partial: new Map(), ...(grounds && { grounds }) }
}

const nobody: ReadonlySet<string> = new Set()
const none: Keepers = {}

const authorsOf = (row: ThreadRow): string[] => [
  row.starter.id,
  ...(row.posts ?? []).map(({ author }) => author.id),
  ...(row.task_lines ?? []).map(({ by }) => by.id),
  ...(row.decisions ?? []).map(({ by }) => by.id),
]

/** So many posts and lines of tasks together, from the end that was asked for. */
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
  return {
    id: row.id,
    hub: { id: row.hub_id, slug: row.slug, title: untrusted(row.hub_title), audience: isPublic ? 'public' : 'private' },
    title: untrusted(row.title),
    starter: person(row.starter),
    status: threadStatus({ answered: row.status === 'answered', folded }),
    ...(row.reason !== null && { fold_reason: row.reason }),
    ...(row.level === 'hide' && { hidden: true }),
    ...(row.answer_id !== null && { answer: row.answer_id }),
    ...(row.answer_id !== null && row.answer_by && { answer_by: person(row.answer_by) }),
    ...(row.dispute !== null && { dispute: row.dispute }),
    accepts_guests: isPublic && row.accepts_guests && row.hub_guests,
    ...(row.locked && { locked: true }),
    ...(about && { about }),
    version: row.version,
    last_seq: row.last_seq,
    created: row.created_at,
    updated: row.updated_at,
    posts: window.posts.map((post) => postView(post, row.answer_id, reach, keepers)),
    ...(window.task_lines.length > 0 && { task_lines: window.task_lines.map((line) => taskMade(line, person)) }),
    ...(row.tasks_made > 0 && { tasks_made: row.tasks_made }),
    has_older: first === undefined ? after !== undefined && after > 0 && row.last_seq > 0 : first > 1,
    has_newer: last === undefined ? before !== undefined && before <= row.last_seq : last < row.last_seq,
    ...(row.tasks && { tasks: row.tasks.map((task) => taskLine(task, person)) }),
    ...(row.pads && {
      pads: row.pads.map(({ id, title, version, via }) => ({ id, title: untrusted(title), version, via })),
    }),
    ...(row.decisions && { decisions: row.decisions.map((decision) => decisionLine(decision, row.id, person)) }),
    members_count: row.members_count,
    ...(members && {
      members: members.map((member) => ({ person: person({ ...member, seat: null }), seat: member.seat })),
    }),
    indexable: isPublic && !folded && reach.has(row.starter.id),
  }
}

function aboutOf(row: ThreadRow): ThreadAbout | undefined {
  if (row.about_pad_id === null) return undefined
  const heading = row.heading === null ? introduction : (headingOf(row.heading)?.words ?? '')
  return {
    pad: { id: row.about_pad_id, title: untrusted(row.about_title ?? '') },
    ...(row.about_section_id !== null && { section: { id: row.about_section_id, heading: untrusted(heading) } }),
    ...(row.flags_wrong && { flags_wrong: true }),
    ...(row.source !== null && { source: untrusted(row.source) }),
  }
}

export function postView(row: PostRow, answer: string | null, reach: ReadonlySet<string>, keepers?: Keepers): PostView {
  const hidden = row.level === 'hide'
  return {
    id: row.id,
    seq: row.seq,
    author: personOf(row.author, reach, keepers),
    ...(row.host !== null && { host: row.host }),
    created: new Date(row.created_at),
    ...(row.edited_at !== null && { edited: new Date(row.edited_at) }),
    edits: row.edits,
    ...(row.body !== null && { body: untrusted(row.body) }),
    ...(row.reply_to !== null && { reply_to: row.reply_to }),
    ...(row.quote_of !== null &&
      row.quote_text !== null && { quote: { of: row.quote_of, text: untrusted(row.quote_text) } }),
    ...(row.reactions && { reactions: row.reactions }),
    ...(row.id === answer && { answer: true }),
    ...(row.level === 'fold' && row.reason !== null && { folded: row.reason }),
    ...(row.deleted && { deleted: true }),
    ...(hidden && { hidden: true }),
  }
}

const taskMade = (row: TaskLineRow, person: (row: PersonRow) => Person): TaskMade => ({
  task: row.id,
  seq: row.seq,
  title: untrusted(row.title),
  by: person(row.by),
  ...(row.host !== null && { host: row.host }),
  created: new Date(row.created_at),
})

export function taskLine(row: TaskRow, person: (row: PersonRow) => Person): TaskLine {
  const pointsAt = row.result_pad_id !== null || row.result_link !== null
  return {
    id: row.id,
    seq: row.seq,
    title: untrusted(row.title),
    state: row.state,
    ...(row.assignee && { assignee: person(row.assignee) }),
    ...(row.reviewer && { reviewer: person(row.reviewer) }),
    ...(row.review && { review: row.review }),
    claim: row.claim,
    creator_id: row.creator_id,
    updated: new Date(row.updated_at),
    ...(row.due !== null && { due: new Date(row.due) }),
    ...(row.idle_at !== null && { idle: new Date(row.idle_at) }),
    ...(row.details !== null && { details: untrusted(row.details) }),
    ...(row.block_note !== null && { block_note: untrusted(row.block_note) }),
    ...(pointsAt && {
      result: {
        ...(row.result_pad_id !== null && { pad_id: row.result_pad_id }),
        ...(row.result_edit_id !== null && { edit_id: row.result_edit_id }),
        ...(row.result_link !== null && { link: untrusted(row.result_link) }),
        ...(row.result_summary !== null && { summary: untrusted(row.result_summary) }),
        ...(row.review_note !== null && { review_note: untrusted(row.review_note) }),
      },
    }),
  }
}

const decisionLine = (row: DecisionRow, thread_id: string, person: (row: PersonRow) => Person): DecisionLine => ({
  id: row.id,
  status: row.status,
  text: untrusted(row.text),
  ...(row.reason !== null && { reason: untrusted(row.reason) }),
  by: person(row.by),
  at: new Date(row.at),
  ...(row.section_id !== null && { section_id: row.section_id }),
  thread_id,
  ...(row.post_id !== null && { post_id: row.post_id }),
})
