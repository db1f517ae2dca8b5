import { type Sql, allValues } from '../client.ts'

/** The author of a post, thread or pad: its id, its human and its parent; empty when the thing does not exist. */
export const madeBy = (sql: Sql, id: string): Promise<readonly string[]> =>
  allValues(sql`
    with author as (
      select * from participant where participant.id in (
        select author_id from post where post.id = ${id}
        union all select starter_id from thread where thread.id = ${id}
        union all select created_by from pad where pad.id = ${id})
    )
    select id from author union select human_id from author where human_id is not null
    union select parent_id from author where parent_id is not null`)
