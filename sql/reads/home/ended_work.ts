import type { Sql } from '../../client.ts'

/** Those of a participant's inbox items about work on a task that wait for nothing of theirs any more. */
export async function endedWork(sql: Sql, participant: string, seqs: readonly number[]): Promise<readonly number[]> {
  const rows = await sql<{ seq: string }[]>`
    select item.seq from inbox_item item left join task on task.id = item.task_id
    where item.participant_id = ${participant} and item.seq = any(${seqs}::bigint[])
      and (case when item.kind = 'assigned' or item.reason = 'sent_back'
        then task.assignee_id = item.participant_id and task.state in ('assigned', 'taken', 'working')
        else task.state = 'blocked' end) is not true`
  return rows.map(({ seq }) => Number(seq))
}
