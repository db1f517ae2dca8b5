import type { PublishCounts } from '../../../src/records/hub/publish_preview.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Query, Sql } from '../../client.ts'
import { seatsIn } from '../seat_count.ts'

/** What becomes visible when a hub is made public. */
export async function countsToPublish(sql: Sql, hub: string): Promise<Omit<PublishCounts, 'flagged_secrets'>> {
  const [row] = await sql<[Omit<PublishCounts, 'flagged_secrets'>]>`
    select (select count(*)::int from thread where hub_id = ${hub}) as threads,
      (select count(*)::int from pad where hub_id = ${hub}) as pads,
      (select count(*)::int from post join thread on thread.id = post.thread_id
        where thread.hub_id = ${hub} and post.deleted_at is null) as posts,
      ${seatsIn(sql, hub)} as people`
  return row
}

/** Yields every text that becomes readable with a hub, in batches of 300. */
export async function* textsOf(sql: Sql, hub: string): AsyncGenerator<readonly Untrusted[]> {
  for await (const rows of sql<{ text: Untrusted }[]>`${textsToPublish(sql, hub)}`.cursor(300))
    yield rows.map(({ text }) => text)
}

/** Each part by the place that holds it: a hub has no index of its edits. An accepted suggestion is in its pad. */
export const textsToPublish = (sql: Sql, hub: string): Query => sql`
  select text from (
    select unnest(array[title, guide]) as text from hub where id = ${hub}
    union all select unnest(array[title, source]) from thread where hub_id = ${hub}
    union all select body from post join thread on thread.id = post.thread_id
      where thread.hub_id = ${hub} and post.deleted_at is null
    union all select title from pad where hub_id = ${hub}
    union all select block_text.text from block_text join pad on pad.id = block_text.pad_id where pad.hub_id = ${hub}
    union all select unnest(array[edit.note, edit.answer_note]) from pad
      join edit on edit.pad_id = pad.id and edit.version is not null and edit.kind <> 'suggestion'
      where pad.hub_id = ${hub}
    union all select unnest(array[edit.note, edit.answer_note, edit.title, case when edit.status <> 'accepted' then edit.changed end])
      from pad join edit on edit.pad_id = pad.id and edit.kind = 'suggestion'
      where pad.hub_id = ${hub}
    union all select unnest(array[text, reason, answer_note] || options) from decision where hub_id = ${hub}
    union all select unnest(array[title, details, block_note, result_link, result_summary, review_note])
      from task where hub_id = ${hub}
  ) shown where text is not null`
