import type { Query, Sql } from '../../client.ts'

/** Joins who works on a task and who reviews it, each with their human: a task may have neither. */
export const taskPeople = (sql: Sql): Query => sql`
  left join participant assignee on assignee.id = task.assignee_id
  left join participant assignee_human on assignee_human.id = assignee.human_id
  left join participant reviewer on reviewer.id = task.reviewer_id
  left join participant reviewer_human on reviewer_human.id = reviewer.human_id`
