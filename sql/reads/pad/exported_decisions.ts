import type { DecisionRecord } from '../../../src/records/pad/decision_line.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Sql, records } from '../../client.ts'
import { keeperOrNot } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { readablePad, threadNamed } from '../may_read/readable_rows.ts'

export interface WholeDecision extends Omit<DecisionRecord, 'by'> {
  readonly by: PersonRow
}

/** Decisions after an id, oldest first: those on a pad, or those of a thread on pads that the reader may see. */
export function decisionsAfter(
  sql: Sql,
  reader: Reader,
  of: { readonly pad_id: string } | { readonly thread_id: string },
  { after, limit }: { after: string; limit: number },
): Promise<readonly WholeDecision[]> {
  const where = 'pad_id' in of ? sql`decision.pad_id = ${of.pad_id}` : sql`decision.thread_id = ${of.thread_id}`
  return records(sql`
    select decision.id, decision.pad_id, decision.hub_id, decision.section_id,
      talk.id as thread_id, case when talk.id is not null then decision.post_id end as post_id,
      decision.status, decision.text, decision.reason, decision.options, decision.host, decision.supersedes,
      decision.superseded_by, decision.at, decision.answered_at as answered, decision.answered_by,
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by
    from decision
    join pad on pad.id = decision.pad_id
    join hub on hub.id = pad.hub_id
    cross join lateral (select ${threadNamed(sql, reader, sql`decision.thread_id`)} as id) talk
    join participant author on author.id = decision.author_id
    left join participant human on human.id = decision.human_id
    where ${where} and decision.id > ${after} and ${readablePad(sql, reader)}
    order by decision.id limit ${limit}`)
}
