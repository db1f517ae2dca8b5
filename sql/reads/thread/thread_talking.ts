import type { Sql } from '../../client.ts'
import { isSuspended } from '../account/verified_account.ts'
import type { PersonRow } from './thread_row.ts'

/** Authors among the newest `postsScanned` posts of a thread, in the order of their first post there. */
export const threadTalking = (
  sql: Sql,
  thread_id: string,
  { postsScanned, limit }: { readonly postsScanned: number; readonly limit: number },
): Promise<readonly (PersonRow & { readonly suspended: boolean })[]> =>
  sql<(PersonRow & { readonly suspended: boolean })[]>`
    select author.id, author.kind, author.name, author.handle, human.id as human_id, human.name as human_name,
      human.handle as human_handle, ${isSuspended(sql, sql`author.id`)} as suspended
    from (
      select author_id, max(human_id) as human_id, min(seq) as first from (
        select author_id, human_id, seq from post where thread_id = ${thread_id} and deleted_at is null
        order by seq desc limit ${postsScanned}) newest
      group by author_id) talking
    join participant author on author.id = talking.author_id
    left join participant human on human.id = talking.human_id
    order by talking.first limit ${limit}`
