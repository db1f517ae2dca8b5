import type { Sql } from '../../../sql/client.ts'
import { hubsOnHome, lastRead } from '../../../sql/reads/away/hubs_on_home.ts'
import { type AgentNowRow, agentsNow } from '../../../sql/reads/away/agents_now.ts'
import { hereBefore } from '../../../sql/reads/away/last_visit.ts'
import { newestItems } from '../../../sql/reads/home/inbox.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import type { AwayLine } from '../../records/home/away.ts'
import type { AgentNow, HomeView } from '../../records/home/home_view.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { lifetimes, reads, visits } from '../../rules/limits.ts'
import { asksForDecision } from '../../rules/events.ts'
import { untrusted } from '../../text/untrusted.ts'
import { happenedSince } from './away.ts'
import type { InboxItem } from '../../records/home/inbox_item.ts'
import { type Home, readHome } from './own_home.ts'
import { readToDo } from './own_tasks.ts'
import { countingUnread, overOneConnection, type ReadingParts } from '../reading_parts.ts'
import { noReach, personOf } from '../account/person.ts'
import { inOneLine } from './in_one_line.ts'
import { withNames } from './told_about.ts'
import { readWaits } from './to_decide.ts'

/** Returns Home for its owner: what waits for them, what happened while they were away, and what their agents do. */
export const readHomeView = countingUnread(
  overOneConnection((parts: ReadingParts, caller: Caller, reader: Reader, now: number) =>
    homeView(parts, caller, reader, now, readHome(parts.sql, caller, reader)),
  ),
  ({ id }) => id,
)

/** The same, of a Home that was just read. */
export const homeViewOf = countingUnread(overOneConnection(homeView), ({ id }) => id)

async function homeView(
  parts: ReadingParts,
  caller: Caller,
  reader: Reader,
  now: number,
  home: Home | Promise<Home>,
): Promise<HomeView> {
  const { sql } = parts
  const { id, kind, handle, verified, reach } = caller
  const limits = reads.home
  const [
    { hubs, inbox, tasks, dms, runs_on, states },
    { waits, count },
    to_do,
    { before, first_day, agents, happened },
    told,
    last,
  ] = await Promise.all([
    withStates(sql, home),
    readWaits(parts, reader, now),
    readToDo(parts, caller, reader, now),
    sinceBefore(sql, reader, id, now),
    toldOf(sql, reader, id),
    lastRead(sql, reader, limits.last),
  ])
  const away = [...untold(happened, told), ...told.map((item) => ({ kind: 'told' as const, at: item.at, item }))]
  const stateOf = new Map(states.map((state) => [state.hub_id, state]))
  return presentAs({
    kind: 'home',
    me: present({ id, kind, handle: `@${handle}`, verified, reach, runs_on }),
    hubs: hubs.map((hub) => ({ ...hub, disputed: 0, open: 0, ...stateOf.get(hub.hub_id) })),
    tasks,
    waiting: {
      edits: hubs.reduce((all, { edits }) => all + edits, 0),
      joins: hubs.reduce((all, { joins }) => all + joins, 0),
      ...dms,
    },
    inbox,
    waits,
    waits_count: count,
    to_do: unlessEmpty(to_do),
    since: before,
    first_day,
    agents: agents.map((row) => agentNow(row, now)),
    away: away.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limits.lines),
    last: last.map(({ id: thread, title }) => ({ id: thread, title })),
  })
}

/** Adds to each hub the counts of its open items. */
async function withStates(sql: Sql, home: Home | Promise<Home>) {
  const own = await home
  const ids = own.hubs.map(({ hub_id }) => hub_id)
  return { ...own, states: await hubsOnHome(sql, ids, reads.home.rowsScanned) }
}

/** Returns what happened since their previous visit. */
async function sinceBefore(sql: Sql, reader: Reader, id: string, now: number) {
  const { came, before } = await hereBefore(sql, id, now)
  const since = before ?? new Date(now - visits.first)
  const [agents, happened] = await Promise.all([
    agentsNow(sql, id, { since, now: new Date(now), limit: reads.home.agents }),
    happenedSince(sql, reader, id, since),
  ])
  const first_day = came !== undefined && now - came.getTime() < visits.firstDay ? true : undefined
  return { before, first_day, agents, happened }
}

/** Returns the newest inbox items that ask for no decision. Those that do are shown as waits, or are answered. */
async function toldOf(sql: Sql, reader: Reader, id: string) {
  const items = await newestItems(sql, reader, id, { limit: reads.home.lines + reads.waits.page })
  const lines = inOneLine(items.filter((item) => !asksForDecision(item))).slice(0, reads.home.lines)
  return withNames(sql, reader, lines)
}

/** Drops what their agents did with a task where an item says the same; no item says why a task is stuck. */
function untold(happened: readonly AwayLine[], told: readonly InboxItem[]): readonly AwayLine[] {
  const said = new Set(
    told.map(({ kind, task_id, task_state }) => `${task_id} ${kind === 'result_in' ? 'done' : task_state}`),
  )
  return happened.filter(
    (line) => line.kind !== 'task' || line.note !== undefined || !said.has(`${line.task.id} ${line.state}`),
  )
}

const agentNow = (row: AgentNowRow, now: number): AgentNow =>
  presentAs({
    agent: personOf(row.agent, noReach),
    runs_on: row.runs_on,
    paused: row.paused || undefined,
    last_call_at: row.last_call_at,
    keyless: row.keyed ? undefined : true,
    key_ends_at: row.key_ends_at && endsSoon(row.key_ends_at, now) ? row.key_ends_at : undefined,
    task:
      row.task_id !== null && row.task_state && row.task_at
        ? {
            id: row.task_id,
            title: row.task_title ?? untrusted(''),
            state: row.task_state,
            thread_id: row.task_thread ?? '',
            at: row.task_at,
          }
        : undefined,
    edits: row.edits,
    posts: row.posts,
  })

const endsSoon = (at: Date, now: number): boolean => at.getTime() - now <= lifetimes.keyExpiresShown
