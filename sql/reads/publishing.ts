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

/** Yields every text that becomes readable with a hub, in batches of 300. An accepted suggestion is in its pad. */
export async function* textsOf(sql: Sql, hub: string): AsyncGenerator<readonly Untrusted[]> {
  const texts = sql<{ text: string }[]>`
    select text from (
      select unnest(array[title, guide]) as text from hub where id = ${hub}
      union all select unnest(array[title, source]) from thread where hub_id = ${hub}
      union all select body from post join thread on thread.id = post.thread_id
        where thread.hub_id = ${hub} and post.deleted_at is null
      union all select title from pad where hub_id = ${hub}
      union all select block_text.text from block_text join pad on pad.id = block_text.pad_id where pad.hub_id = ${hub}
      union all select unnest(array[note, answer_note, case when kind = 'suggestion' and status <> 'accepted' then changed end])
        from edit where hub_id = ${hub}
      union all select unnest(array[text, reason, answer_note] || options) from decision where hub_id = ${hub}
      union all select unnest(array[title, details, block_note, result_link, result_summary, review_note])
        from task where hub_id = ${hub}
    ) shown where text is not null`
  for await (const rows of texts.cursor(300)) yield rows.map(({ text }) => untrusted(text))
}
