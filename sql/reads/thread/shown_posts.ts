import type { Query, Sql } from '../../client.ts'
import { seatRank } from '../hub/seats/seat_parts.ts'
import { hidden } from '../may_read/readable_rows.ts'
import { reactionCounts } from './reaction_counts.ts'

const named = (sql: Sql, who: Query, human: Query): Query => sql`'id', ${who}.id, 'kind', ${who}.kind,
  'name', ${who}.name, 'handle', ${who}.handle, 'human_id', ${human}.id, 'human_name', ${human}.name,
  'human_handle', ${human}.handle`

/** A participant as pages name them, as JSON. */
export const person = (sql: Sql, who: Query, human: Query): Query => sql`json_build_object(${named(sql, who, human)})`

/** The same with their seat in `hub` when that is owner or helper, which gives weight to what they say. */
export const keeperOrNot = (sql: Sql, who: Query, human: Query): Query => sql`
  json_build_object(${named(sql, who, human)}, 'seat', (select seat.role from seat
    where seat.scope_id = hub.id and seat.participant_id = ${who}.id and seat.role <> 'member'))`

/** Posts as they are shown, by seq, as JSON. `which` follows `where`: conditions on post, an order, a limit. */
export const shownPosts = (sql: Sql, which: Query): Query => sql`
  (select json_agg(shown order by shown.seq) from (
    select post.id, post.seq, ${person(sql, sql`author`, sql`human`)} as author, post.host,
      case when post.deleted_at is null and post_fold.level is distinct from 'hide' then post.body end as body,
      post.reply_to, post.quote_of, case when quoted.deleted_at is null and not ${hidden(sql, sql`post.quote_of`)}
        then post.quote_text end as quote_text,
      post.edits, post.created_at, post.edited_at, post.deleted_at is not null as deleted,
      post_fold.level, post_fold.reason,
      ${reactionCounts(sql, sql`post.id`)} as reactions
    from post
    join participant author on author.id = post.author_id
    left join participant human on human.id = post.human_id
    left join fold post_fold on post_fold.target_id = post.id
    left join post quoted on quoted.id = post.quote_of
    where ${which}) shown)`

/** Owner and helpers of `hub`, as JSON. The condition fits an index that sorts them before the members. */
export const keepers = (sql: Sql): Query => sql`
  (select json_object_agg(seat.participant_id, seat.role) from seat where seat.scope_id = hub.id
    and ${seatRank(sql, sql`seat.role`)} < 3)`
