import type { Query, Sql } from '../../client.ts'

/** Whether the participant joined as `guest` is a guest who became part of a person's account, who acts in its place. */
export const partOfAccount = (sql: Sql, guest: Query): Query =>
  sql`(${guest}.kind = 'guest' and ${guest}.human_id is not null)`

/** The id that acts as the starter of the thread joined as `thread`: `starterNow` of src/rules/one_human.ts. */
export const starterNow = (sql: Sql): Query => sql`(case when thread.starter_id like 'ppl\\_%'
  then coalesce(thread.starter_human_id, thread.starter_id) else thread.starter_id end)`

/** The id that acts for the participant joined as `one`: the person's for such a guest, else its own. */
export const actingAs = (sql: Sql, one: Query): Query =>
  sql`(case when ${partOfAccount(sql, one)} then ${one}.human_id else ${one}.id end)`
