import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { hubSeen, readableThread } from '../may_read/readable_rows.ts'
import { type FindableWanted, type Found, inHub, once } from './findable.ts'
import { takesGuests } from '../takes_guests.ts'

interface PostsWanted extends Pick<FindableWanted, 'tsquery' | 'hub_id' | 'is' | 'accepts_guests' | 'limit'> {
  /** substrings, lower case, each of which a matching text contains */
  readonly needles: readonly string[]
  /** continue after this post */
  readonly after?: string | undefined
}

/** As for titles: the newest rows looked through before the word index is used. */
const near = 300
/**
 * A sample of posts that shows whether a word is common, in this hub or anywhere: it is when more than one in so many
 * match. A word common here is soon found by walking back; one rare anywhere needs no look at the hub. The sample stays
 * the same until there are twice as many posts, so that its pages stay in memory. (`tablesample` looks at the number of
 * every page there is.)
 */
const sample = { pages: 128, oneIn: 250 }
/** With a limit that is a parameter a plan expects a tenth of all rows and walks along an index; without one, it sorts all. */
const unbounded = 2_147_483_647
/** at most this many posts that the index lacks are read */
const waiting = 2_000

/** Posts with these words, newest first: indexed ones, and those that wait to be indexed. */
export function foundPosts(sql: Sql, reader: Reader, wanted: PostsWanted): Promise<readonly Found[]> {
  const { tsquery, needles, hub_id, after, limit } = wanted
  const words = once(sql, sql`to_tsquery('simple', ${tsquery})`)
  const scope = scopeOf(sql, wanted)
  const shown = sql`post.id, 'post' as type, thread.title, ${hubSeen(sql, reader)}, thread.id as thread_id, null::text as pad_id, null::text as section_id, post.seq,
    case when own.target_id is not null or fold.target_id is not null
      then 'folded' else thread.status end as status,
    nullif(thread.answer_id = post.id, false) as answer, coalesce(post.edited_at, post.created_at) as updated,
    thread.title as of, 0 as level, post.id as made`
  const places = sql`join thread on thread.id = post.thread_id join hub on hub.id = thread.hub_id
    left join fold on fold.target_id = thread.id left join fold own on own.target_id = post.id`
  // an edit may have removed the word before the index was updated
  const sees = sql`post.deleted_at is null and ${readableThread(sql, reader)} and ${postIs(sql, reader, wanted)}
    and (post.edited_at is null or words_in(post.body) @@ ${words})`
  // selected on their own before any join: the planner would otherwise walk through all readable posts
  const part = sql`post.id, post.thread_id, post.seq, post.created_at, post.edited_at, post.deleted_at,
    case when post.edited_at is not null then post.body end as body`
  // one by one, newest first, until the page is full: the rest is not read
  const oneByOne = sql`cross join lateral (
    select ${shown} from post ${places} where post.id = one.post_id and ${sees} limit 1) seen`
  return records(sql`
    with near as materialized (
      select post_id, words @@ ${words} as hit from post_words where ${scope} order by post_id desc limit ${near}),
    first as materialized (
      select seen.* from (select post_id from near where hit order by post_id desc) one ${oneByOne} limit ${limit}),
    wanting as materialized (
      select (select count(*) from first) < ${limit} and (select count(*) from near) = ${near} as more),
    common as materialized (
      select count(*) filter (where hit and there) * ${sample.oneIn} > count(*) as here,
        count(*) filter (where hit) * ${sample.oneIn} > count(*) as anywhere
      from (${sampledPages(sql)}) sampled cross join lateral (
        select words @@ ${words} as hit, ${scope} as there from post_words
        where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + 1)::tid offset 0) post
      where (select more from wanting)),
    walked as (
      select post_id, words @@ ${words} as hit from post_words
      where (select more and here from wanting, common) and ${scope} and post_id < (select min(post_id) from near)
      order by post_id desc limit ${unbounded}),
    further as materialized (
      select post_id from post_words where words @@ ${inHub(sql, tsquery, hub_id)}
        and (select more and anywhere and not here from wanting, common)
        and post_id || '' < (select min(post_id) from near)
      union all select post_id from post_words where words @@ ${words}
        and (select more and not anywhere from wanting, common) and ${hub_id === undefined ? sql`true` : sql`hub_id || '' = ${hub_id}`}
        and post_id || '' < (select min(post_id) from near)),
    fresh as materialized (
      select distinct post_id from (select post_id from words_waiting limit ${waiting}) queue
      where ${after === undefined ? sql`true` : sql`post_id < ${after}`}),
    fresh_hit as materialized (
      select ${part} from fresh join post on post.id = fresh.post_id
      where true ${contains(sql, needles)} and words_in(post.body) @@ ${words})
    select distinct on (id) * from (
      select * from first
      union all (select seen.* from (select post_id from walked where hit) one ${oneByOne} limit ${limit})
      union all (select seen.* from (select post_id from further order by post_id desc) one ${oneByOne} limit ${limit})
      union all (select ${shown} from fresh_hit post ${places}
        where ${hub_id === undefined ? sql`true` : sql`thread.hub_id = ${hub_id}`} and ${sees}
        order by post.id desc limit ${limit})
    ) found order by id desc limit ${limit}`)
}

/** Each so manieth page of the table, a power of two. */
const sampledPages = (sql: Sql): Query => sql`
  select generate_series(0, pages - 1, power(2, greatest(0, ceil(log(2, greatest(pages, 1) / ${sample.pages}::numeric))))::bigint)
    as page
  from (select pg_relation_size('post_words') / current_setting('block_size')::bigint as pages) size`

const scopeOf = (sql: Sql, { hub_id, after }: PostsWanted): Query =>
  sql`${hub_id === undefined ? sql`true` : sql`post_words.hub_id = ${hub_id}`}
    and ${after === undefined ? sql`true` : sql`post_words.post_id < ${after}`}`

/** Cheaper than building a tsvector of a text that lacks the words. */
const contains = (sql: Sql, needles: readonly string[]): Query =>
  needles.reduce((before, needle) => sql`${before} and strpos(lower(post.body), ${needle}) > 0`, sql``)

/** `own` is the post's fold, `fold` its thread's. Hidden posts are left out; folded ones appear only when asked for. */
function postIs(sql: Sql, reader: Reader, { is, accepts_guests }: PostsWanted): Query {
  const covered = sql`(own.target_id is not null or fold.target_id is not null)`
  const guests = accepts_guests ? sql`and ${takesGuests(sql, reader)}` : sql``
  if (is === 'folded') return sql`(${covered} and own.level is distinct from 'hide' ${guests})`
  if (is === 'disputed') return sql`(not ${covered} and thread.dispute = 'open' ${guests})`
  return sql`(not ${covered} ${is === undefined ? sql`` : sql`and thread.status = ${is}`} ${guests})`
}
