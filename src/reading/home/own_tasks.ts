import type { Sql } from '../../../sql/client.ts'
import { agentsToAsk, type OwnTaskRow, type TaskPart, tasksNamed, tasksOf } from '../../../sql/reads/home/own_tasks.ts'
import { presentAs } from '../../records/present.ts'
import type { TaskHere, TasksDesk } from '../../records/home/task_views.ts'
import { asClicked, type Caller, type Reader } from '../../rules/caller.ts'
import { principal, startedBy } from '../../rules/one_human.ts'
import { isKeeperSeat } from '../../rules/may_read/readable.ts'
import { reads } from '../../rules/limits.ts'
import { noReach, personOf } from '../account/person.ts'
import type { Reached } from '../account/reach.ts'
import { taskLine } from '../thread/thread_rows.ts'
import { tasksMovedBy } from '../thread/thread_view.ts'
import type { ReadingParts } from '../reading_parts.ts'

/** Returns the tasks of a person and their agents, each with the moves that the person may make. */
export async function readOwnTasks(
  parts: ReadingParts,
  caller: Caller,
  reader: Reader,
  now: number,
  { everybody = false, longDone = false }: { readonly everybody?: boolean; readonly longDone?: boolean } = {},
): Promise<TasksDesk> {
  const { sql } = parts
  const since = new Date(now - (longDone ? reads.tasksDone.tab : reads.tasksDone.lately))
  const listed: readonly [TaskPart, ...TaskPart[]] = [
    'check',
    'fallen',
    'work',
    'open',
    'done',
    ...(everybody ? ['everybody' as const] : []),
  ]
  const wanted = { as: principal(caller), since, most: reads.searchTasks.page, parts: listed }
  const rows = await tasksOf(sql, reader, caller.id, wanted)
  const reach = await parts.reach.of(linkingIn(rows), now)
  const of = (part: TaskPart): readonly TaskHere[] =>
    rows.filter((row) => row.part === part).map((row) => here(row, caller, reach))
  const hubs = [...new Set(rows.map(({ hub }) => hub.id))]
  const agents =
    caller.kind === 'human' && hubs.length > 0
      ? await agentsToAsk(sql, caller.id, { hubs, limit: reads.agentsToAsk })
      : []
  return presentAs({
    to_check: [...of('check'), ...of('fallen')],
    at_work: of('work'),
    open: of('open'),
    done: of('done'),
    agents,
    everybody: everybody ? of('everybody') : undefined,
  })
}

/** Returns the tasks that the person has to act on: their own, then reviews that fell to them, each last moved first. */
export async function readToDo(
  parts: ReadingParts,
  caller: Caller,
  reader: Reader,
  now: number,
): Promise<readonly TaskHere[]> {
  const { sql } = parts
  const most = reads.home.toDo
  const wanted = { as: principal(caller), since: new Date(now), most, parts: ['mine', 'fallen'] as const }
  const found = await tasksOf(sql, reader, caller.id, wanted)
  const [own, fallen] = [found.filter(({ part }) => part === 'mine'), found.filter(({ part }) => part !== 'mine')]
  const rows = [...own, ...fallen].slice(0, most)
  const reach = await parts.reach.of(linkingIn(rows), now)
  return rows.map((row) => here(row, caller, reach))
}

/** Returns tasks in the order of their ids, each with the moves that the caller may make. */
export async function readTasksNamed(
  sql: Sql,
  caller: Caller,
  reader: Reader,
  ids: readonly string[],
): Promise<readonly TaskHere[]> {
  const rows = await tasksNamed(sql, reader, caller.id, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => here(row, caller, noReach))
}

/** Only assignees whose results contain a link: reach decides about links alone. */
const linkingIn = (rows: readonly OwnTaskRow[]): string[] =>
  rows.flatMap(({ assignee, result_link }) => (assignee && result_link !== null ? [assignee.id] : []))

function here(row: OwnTaskRow, caller: Caller, reach: Reached): TaskHere {
  const task = taskLine(row, (one) => personOf(one, reach))
  const { starter } = row
  const asked = {
    by: asClicked(caller),
    seat: row.seat ?? undefined,
    mode: row.mode,
    maker: startedBy(presentAs({ starter_id: starter.id, starter_human_id: starter.human_id || undefined }), caller),
  }
  const keeper = isKeeperSeat(row.seat)
  return {
    task: { ...task, moves: tasksMovedBy(task, asked, { keeper, otherSide: row.other_side ?? undefined }) },
    thread: { id: row.thread_id, title: row.thread_title },
    hub: row.hub,
  }
}
