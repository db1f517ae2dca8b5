import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'
import { person } from './thread/shown_posts.ts'
import type { PersonRow } from './thread/thread_row.ts'

export async function peopleNamed(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ who: PersonRow }[]>`
    select ${person(sql, sql`participant`, sql`human`)} as who
    from participant left join participant human on human.id = participant.human_id
    where participant.id = any(${ids}::text[])`
  return new Map(rows.map(({ who }) => [who.id, who]))
}

interface PlaceNamed {
  readonly id: string
  readonly title: Untrusted
  /** of a post: its thread */
  readonly thread_id: string | null
}

/** Titles of threads and pads by id; of posts those of their threads. */
export const titlesOf = (sql: Sql, ids: readonly string[]): Promise<readonly PlaceNamed[]> | readonly PlaceNamed[] =>
  ids.length === 0
    ? []
    : sql<PlaceNamed[]>`
        select id, title, null::text as thread_id from thread where id = any(${ids}::text[])
        union all select id, title, null::text from pad where id = any(${ids}::text[])
        union all select post.id, thread.title, thread.id from post join thread on thread.id = post.thread_id
          where post.id = any(${ids}::text[])`
