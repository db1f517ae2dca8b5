import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { DecisionStatus } from '../../../src/rules/lists.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Sql } from '../../client.ts'
import { keeperOrNot } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { readablePad, threadNamed } from '../may_read/readable_rows.ts'

export interface WholeDecisionRow {
  readonly id: string
  readonly pad_id: string
  readonly hub_id: string
  readonly section_id: string | null
  readonly thread_id: string | null
  readonly post_id: string | null
  readonly status: DecisionStatus
  readonly text: Untrusted
  readonly reason: Untrusted | null
  readonly options: readonly string[]
  readonly by: PersonRow
  readonly host: string | null
  readonly supersedes: string | null
  readonly superseded_by: string | null
  readonly at: Date
  readonly answered_at: Date | null
  readonly answered_by: string | null
}

/** Decisions after an id, oldest first: those on a pad, or those of a thread on pads that the reader may see. */
export async function decisionsAfter(
  sql: Sql,
  reader: Reader,
  of: { readonly pad_id: string } | { readonly thread_id: string },
  { after, limit }: { after: string; limit: number },
): Promise<readonly WholeDecisionRow[]> {
  const where = 'pad_id' in of ? sql`decision.pad_id = ${of.pad_id}` : sql`decision.thread_id = ${of.thread_id}`
  return await sql<WholeDecisionRow[]>`
    select decision.id, decision.pad_id, decision.hub_id, decision.section_id,
      talk.id as thread_id, case when talk.id is not null then decision.post_id end as post_id,
      decision.status, decision.text, decision.reason, decision.options, decision.host, decision.supersedes,
      decision.superseded_by, decision.at, decision.answered_at, decision.answered_by,
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by
    from decision
    join pad on pad.id = decision.pad_id
    join hub on hub.id = pad.hub_id
    cross join lateral (select ${threadNamed(sql, reader, sql`decision.thread_id`)} as id) talk
    join participant author on author.id = decision.author_id
    left join participant human on human.id = decision.human_id
    where ${where} and decision.id > ${after} and ${readablePad(sql, reader)}
    order by decision.id limit ${limit}`
}
