import type { SearchResult } from '../../../src/records/search_page.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import type { TaskState } from '../../../src/rules/closed_lists.ts'
import type { SearchState } from '../../../src/text/search_query.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { hubSeen, readableHub, readablePad, readableThread, threadNamed } from '../may_read/readable_rows.ts'
import { padIs, padStatus, sectionStatus, threadIs, threadStatus } from './status.ts'
import { takesGuests } from '../takes_guests.ts'

type Kind = 'hub' | 'pad' | 'section' | 'thread' | 'task' | 'decision'

export interface Found extends SearchResult {
  /** quality of the match, and a key in order of creation: results are sorted by both */
  readonly level: number
  readonly made: string
}

/** Where a word was found, best match first: large things before small ones, titles before texts. */
export const levels = [
  { level: 9, kind: 'hub', in: 'title' },
  { level: 8, kind: 'pad', in: 'title' },
  { level: 7, kind: 'section', in: 'title' },
  { level: 6, kind: 'thread', in: 'title' },
  { level: 5, kind: 'task', in: 'title' },
  // both parts of a decision rank alike: the text of a decision is not a title
  { level: 4, kind: 'decision', in: 'words' },
  { level: 3, kind: 'hub', in: 'words' },
  { level: 2, kind: 'section', in: 'words' },
  { level: 1, kind: 'task', in: 'words' },
] as const satisfies readonly { level: number; kind: Kind; in: 'title' | 'words' }[]

export interface FindableWanted {
  /** input of to_tsquery */
  readonly tsquery: string
  readonly hub_id?: string | undefined
  readonly is?: SearchState | undefined
  readonly accepts_guests?: boolean | undefined
  readonly task_state?: TaskState | undefined
  /** a participant's id; 'none': tasks that anyone can take */
  readonly assignee?: { readonly id: string } | 'none' | undefined
  /** continue after this one */
  readonly after?: { readonly level: number; readonly made: string } | undefined
  /** sections unchanged since then are stale */
  readonly stale: Date
  readonly limit: number
}

/**
 * The newest rows looked through before the word index is used. A common word is found among them, and any other is
 * rare enough for the index: so the cost does not grow with the number of rows.
 */
const near = 300

/** Matches on these levels, best level first, within a level newest first. */
export async function findable(
  sql: Sql,
  reader: Reader,
  asked: readonly (typeof levels)[number][],
  wanted: FindableWanted,
): Promise<readonly Found[]> {
  const folded = asked.every(({ kind }) => kind === 'task')
  const parts = asked.map((one) => onLevel(sql, reader, one, { ...wanted, folded }))
  const [first, ...others] = parts
  if (!first) return []
  const all = others.reduce((before, part) => sql`${before} union all ${part}`, first)
  return records(sql`select * from (${all}) found order by level desc, made desc limit ${wanted.limit}`)
}

function onLevel(
  sql: Sql,
  reader: Reader,
  { level, kind, in: column }: (typeof levels)[number],
  wanted: FindableWanted & Pick<TaskIs, 'folded'>,
) {
  const { tsquery, hub_id, after, limit } = wanted
  const words = once(sql, sql`to_tsquery('simple', ${tsquery})`)
  const matches =
    kind === 'decision'
      ? sql`words @@ ${words}`
      : column === 'title'
        ? sql`title @@ ${words}`
        : sql`words @@ ${words} and not title @@ ${words}`
  const scope = sql`findable.kind = ${kind} ${hub_id === undefined ? sql`` : sql`and findable.hub_id = ${hub_id}`}
    ${after?.level === level ? sql`and findable.made < ${after.made}` : sql``}`
  const indexed = inHub(sql, tsquery, hub_id)
  const columns = sql`findable.id, findable.place_id, findable.section_id, findable.heading, findable.made`
  const shown = shownAs[kind](sql, reader, wanted)
  return sql`(
    with near as materialized (
      select ${columns}, ${matches} as hit from findable where ${scope} order by made desc limit ${near}),
    first as materialized (
      select ${level}::int as level, found.made, ${shown} from near found ${joins[kind](sql)}
      where found.hit and ${sees[kind](sql, reader, wanted)} order by found.made desc limit ${limit}),
    further as materialized (
      select ${columns} from findable where findable.kind || '' = ${kind}
        and ${kind === 'decision' ? sql`words @@ ${indexed}` : column === 'title' ? sql`title @@ ${indexed}` : sql`words @@ ${indexed} and not title @@ ${words}`}
        and (select count(*) from first) < ${limit} and (select count(*) from near) = ${near}
        and made || '' < (select min(made) from near))
    select * from first union all (
      select ${level}::int as level, found.made, ${shown} from further found ${joins[kind](sql)}
      where ${sees[kind](sql, reader, wanted)} order by found.made desc limit ${limit}))`
}

/** Evaluated once per statement: parsing a query costs more than examining a row. */
export const once = (sql: Sql, query: Query): Query => sql`(select ${query})`

/** The condition by which only the word index can be used: the planner cannot know how rare a word is. */
export const inHub = (sql: Sql, tsquery: string, hub_id: string | undefined): Query => {
  const words = sql`to_tsquery('simple', ${tsquery})`
  return once(sql, hub_id === undefined ? words : sql`${words} && ('''' || chr(1) || ${hub_id}::text || '''')::tsquery`)
}

type Part = (sql: Sql, reader: Reader, wanted: FindableWanted) => Query

/** characters of a decision's text shown in a list */
const beginning = 200

const shownAs: Readonly<Record<Kind, Part>> = {
  hub: (
    sql,
    reader,
  ) => sql`'hub' as type, hub.id, hub.title, ${hubSeen(sql, reader)}, null::text as thread_id, null::text as pad_id,
    null::text as section_id, null::int as seq, null::text as status, null::boolean as answer,
    hub.updated_at as updated, null::text as of`,
  pad: (
    sql,
    reader,
  ) => sql`'pad' as type, pad.id, pad.title, ${hubSeen(sql, reader)}, null::text as thread_id, pad.id as pad_id,
    null::text as section_id, null::int as seq, ${padStatus(sql)} as status, null::boolean as answer,
    pad.updated_at as updated, null::text as of`,
  section: (sql, reader, { stale }) => sql`'section' as type, found.section_id as id, found.heading as title,
    ${hubSeen(sql, reader)}, null::text as thread_id, pad.id as pad_id, found.section_id, null::int as seq,
    ${sectionStatus(sql, stale)} as status, null::boolean as answer,
    coalesce(section.changed_at, pad.updated_at) as updated, pad.title as of`,
  thread: (
    sql,
    reader,
  ) => sql`'thread' as type, thread.id, thread.title, ${hubSeen(sql, reader)}, thread.id as thread_id,
    null::text as pad_id, null::text as section_id, null::int as seq, ${threadStatus(sql)} as status,
    null::boolean as answer, thread.updated_at as updated, null::text as of`,
  task: (sql, reader) => sql`'task' as type, task.id, task.title, ${hubSeen(sql, reader)}, thread.id as thread_id,
    null::text as pad_id, null::text as section_id, task.seq, task.state as status, null::boolean as answer,
    task.updated_at as updated, thread.title as of`,
  decision: (sql, reader) => sql`'decision' as type, decision.id, left(decision.text, ${beginning}) as title,
    ${hubSeen(sql, reader)}, ${threadNamed(sql, reader, sql`decision.thread_id`)} as thread_id, pad.id as pad_id,
    decision.section_id, null::int as seq, decision.status, null::boolean as answer,
    coalesce(decision.answered_at, decision.at) as updated, pad.title as of`,
}

const ofPad = (sql: Sql): Query => sql`join pad on pad.id = found.place_id join hub on hub.id = pad.hub_id
  left join fold on fold.target_id = pad.id`
const ofThread = (sql: Sql): Query => sql`join thread on thread.id = found.place_id join hub on hub.id = thread.hub_id
  left join fold on fold.target_id = thread.id`

const joins: Readonly<Record<Kind, (sql: Sql) => Query>> = {
  hub: (sql) => sql`join hub on hub.id = found.id`,
  pad: ofPad,
  section: (sql) =>
    sql`${ofPad(sql)} left join section on section.pad_id = pad.id and section.section_id = found.section_id`,
  thread: ofThread,
  task: (sql) => sql`join task on task.id = found.id ${ofThread(sql)}`,
  decision: (sql) => sql`join decision on decision.id = found.id ${ofPad(sql)}`,
}

const sees: Readonly<Record<Kind, (sql: Sql, reader: Reader, wanted: FindableWanted & TaskIs) => Query>> = {
  hub: readableHub,
  pad: (sql, reader, { is }) => sql`${readablePad(sql, reader)} and ${padIs(sql, is, padStatus(sql))}`,
  section: (sql, reader, { is, stale }) =>
    sql`${readablePad(sql, reader)} and ${padIs(sql, is, sectionStatus(sql, stale))}`,
  thread: (sql, reader, { is, accepts_guests }) => sql`${readableThread(sql, reader)} and ${threadIs(sql, is)}
    ${accepts_guests ? sql`and ${takesGuests(sql, reader)}` : sql``}`,
  task: (sql, reader, wanted) => taskIs(sql, reader, wanted),
  decision: (sql, reader, { is }) => decisionIs(sql, reader, is),
}

/** Shared with the list of decisions; pad, hub, decision and the pad's fold are joined. `open` means proposed. */
export const decisionIs = (sql: Sql, reader: Reader, is: SearchState | undefined): Query =>
  sql`${readablePad(sql, reader)} and ${padIs(sql, is === 'folded' ? is : undefined, sql`''`)}
  ${is === undefined || is === 'folded' ? sql`` : is === 'open' ? sql`and decision.status = 'proposed'` : sql`and false`}`

type TaskIs = Pick<FindableWanted, 'is' | 'task_state' | 'assignee'> & {
  /** include tasks of folded threads, where only tasks are asked for: work goes on when its discussion is folded */
  readonly folded?: boolean
}

/** A condition, shared with the list of tasks; thread, hub, task and the thread's fold are joined. */
export const taskIs = (
  sql: Sql,
  reader: Reader,
  { is, task_state, assignee, folded = false }: TaskIs,
): Query => sql`${readableThread(sql, reader)}
  and ${folded && is !== 'folded' ? sql`true` : threadIs(sql, is === 'folded' ? 'folded' : undefined)}
  ${is === undefined || is === 'folded' ? sql`` : is === 'open' ? sql`and task.state = 'open'` : sql`and false`}
  ${task_state === undefined ? sql`` : sql`and task.state = ${task_state}`}
  ${assignee === undefined ? sql`` : assignee === 'none' ? sql`and task.assignee_id is null` : sql`and task.assignee_id = ${assignee.id}`}`

export const decisionColumns = (sql: Sql, reader: Reader): Query => shownAs.decision(sql, reader, {} as FindableWanted)

export const taskColumns = (sql: Sql, reader: Reader): Query => shownAs.task(sql, reader, {} as FindableWanted)
