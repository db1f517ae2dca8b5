import type { Query, Sql } from '../../client.ts'

/** Whether a guest, joined under this name, became part of an account: nobody acts as it any more. */
export const partOfAccount = (sql: Sql, guest: Query): Query =>
  sql`(${guest}.kind = 'guest' and ${guest}.human_id is not null)`

/** Who acts as a participant, joined under this name: of such a guest the person. */
export const actingAs = (sql: Sql, one: Query): Query =>
  sql`(case when ${partOfAccount(sql, one)} then ${one}.human_id else ${one}.id end)`
