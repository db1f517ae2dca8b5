import type { Query, Sql } from '../../client.ts'

/** What a batch took back, as a list of numbers by kind and by what became of it when the batch was taken back. */
export const undoneCounted = (sql: Sql, batch: Query): Query => sql`(
  select jsonb_agg(to_jsonb(one)) from (
    select kind, back, count(*)::int as n from undo_item where batch_id = ${batch} group by kind, back) one)`
