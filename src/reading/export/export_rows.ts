import type { WholeTask } from '../../../sql/reads/thread/exported_tasks.ts'
import type { PersonRow } from '../../../sql/reads/thread/thread_row.ts'
import type { Person } from '../../records/person.ts'
import { presentAs } from '../../records/present.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import { noReach, personOf } from '../account/person.ts'

/** The record of a decision or edit, by its author as readers see them. */
export const byPerson = <Row extends { readonly by: PersonRow }>(
  { by, ...row }: Row,
  reach = noReach,
): Omit<Row, 'by'> & { readonly by: Person } => ({ ...row, by: personOf(by, reach) })

export function taskRecord(row: WholeTask): TaskRecord {
  const { creator, assignee, reviewer, result_by, result_at, link_host, review_by, review_at, ...task } = row
  return presentAs({
    ...task,
    creator: personOf(creator, noReach),
    assignee: assignee && personOf(assignee, noReach),
    reviewer: reviewer && personOf(reviewer, noReach),
    handed_in:
      result_by !== undefined && result_at
        ? presentAs({ by: result_by, at: result_at, link_host, review_by, review_at })
        : undefined,
  })
}
