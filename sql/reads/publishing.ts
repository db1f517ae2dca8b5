import { untrusted, type Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

export interface PublishCounts {
  readonly threads: number
  readonly pads: number
  readonly posts: number
  readonly people: number
}

/** What becomes visible when a hub is made public. */
export async function countsToPublish(sql: Sql, hub: string): Promise<PublishCounts> {
  const [row] = await sql<[PublishCounts]>`
    select (select count(*)::int from thread where hub_id = ${hub}) as threads,
      (select count(*)::int from pad where hub_id = ${hub}) as pads,
      (select count(*)::int from post join thread on thread.id = post.thread_id
        where thread.hub_id = ${hub} and post.deleted_at is null) as posts,
      (select count(*)::int from seat where scope_id = ${hub}) as people`
  return row
}

/** Yields every text of a hub in batches of 300: Read me first, posts, pads. */
export async function* textsOf(sql: Sql, hub: string): AsyncGenerator<readonly Untrusted[]> {
  const texts = sql<{ text: string }[]>`
    select guide as text from hub where id = ${hub} and guide is not null
    union all select body from post join thread on thread.id = post.thread_id
      where thread.hub_id = ${hub} and post.deleted_at is null
    union all select block_text.text from block_text join pad on pad.id = block_text.pad_id where pad.hub_id = ${hub}`
  for await (const rows of texts.cursor(300)) yield rows.map(({ text }) => untrusted(text))
}
