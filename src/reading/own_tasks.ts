import type { Sql } from '../../sql/client.ts'
import { type OwnTaskRow, taskParts, type TaskPart, tasksOf } from '../../sql/reads/own_tasks.ts'
import type { TaskHere, TasksDesk } from '../render/view.ts'
import { type Caller, startedBy } from '../rules/caller.ts'
import { reads } from '../rules/limits.ts'
import { days } from '../rules/units.ts'
import { untrusted } from '../text/untrusted.ts'
import { readerFor } from './reader.ts'
import { taskLine } from './thread.ts'
import { tasksMovedBy } from './thread_view.ts'
import { hubOf } from './wait_records.ts'

/** The tasks of a person and their agents, each with the moves that are theirs. */
export async function readOwnTasks(
  sql: Sql,
  caller: Caller,
  publicOn: boolean,
  now: number,
  parts: readonly TaskPart[] = taskParts,
): Promise<TasksDesk> {
  const since = new Date(now - days(7))
  const wanted = { since, most: reads.searchTasks.page, parts }
  const rows = await tasksOf(sql, readerFor(caller, publicOn), caller.id, wanted)
  const of = (part: TaskPart): readonly TaskHere[] =>
    rows.filter((row) => row.part === part).map((row) => here(row, caller, publicOn))
  return { to_check: of('check'), at_work: of('work'), open: of('open'), done: of('done') }
}

const nobody: ReadonlySet<string> = new Set()

function here(row: OwnTaskRow, caller: Caller, publicOn: boolean): TaskHere {
  const task = taskLine(row, nobody)
  const { starter } = row
  const asked = {
    by: caller,
    seat: row.seat ?? undefined,
    mode: row.mode,
    maker: startedBy(
      { starter_id: starter.id, ...(starter.human_id && { starter_human_id: starter.human_id }) },
      caller,
    ),
  }
  const keeper = row.seat === 'owner' || row.seat === 'helper'
  return {
    task: { ...task, moves: tasksMovedBy(task, asked, keeper) },
    thread: { id: row.thread_id, title: untrusted(row.thread_title) },
    hub: hubOf(row, { reach: nobody, publicOn }),
  }
}
