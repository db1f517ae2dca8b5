import type { DecisionLine } from '../../../src/records/pad/decision_line.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { threadNamed } from '../may_read/readable_rows.ts'
import { type Author, authorAs } from './authors.ts'

/** A decision as `DecisionLine` shows it, before it is prepared for a reader. */
export interface DecisionRead extends Omit<DecisionLine, 'by' | 'answerer' | 'answers'> {
  readonly options: readonly Untrusted[]
  readonly by: Author
  readonly author_human?: string
  readonly author_parent?: string
  readonly answered_by?: string
}

/** The newest decisions on a pad, newest first. */
export const decisionsOn = (sql: Sql, reader: Reader, pad_id: string, limit: number) =>
  decisionsWhere(
    sql,
    reader,
    sql`decision.pad_id = ${pad_id} order by decision.at desc, decision.id desc limit ${limit}`,
  )

interface DecisionsBetween {
  readonly after?: Date | undefined
  readonly upTo?: Date | undefined
  /** the one that they follow */
  readonly below?: { readonly at: Date; readonly id: string } | undefined
  readonly limit: number
}

/**
 * Decisions that were accepted or turned down on a pad after one time and up to another, newest first. A proposal that was
 * superseded without having been accepted is left out.
 */
export function decisionsBetween(
  sql: Sql,
  reader: Reader,
  pad_id: string,
  { after, upTo, below, limit }: DecisionsBetween,
) {
  // of a superseded decision, answered_at is when it was superseded
  const made = sql`case when decision.status = 'superseded' then decision.at else coalesce(decision.answered_at, decision.at) end`
  return decisionsWhere(
    sql,
    reader,
    sql`decision.pad_id = ${pad_id} and decision.status in ('decided', 'superseded', 'turned_down')
      ${after === undefined ? sql`` : sql`and ${made} > ${after}`} ${upTo === undefined ? sql`` : sql`and ${made} <= ${upTo}`}
      ${below === undefined ? sql`` : sql`and (${made}, decision.id) < (${below.at}, ${below.id})`}
      and (decision.status <> 'superseded' or decision.never_accepted is not true)
    order by ${made} desc, decision.id desc limit ${limit}`,
  )
}

const decisionsWhere = (sql: Sql, reader: Reader, which: Query): Promise<readonly DecisionRead[]> =>
  records<DecisionRead>(sql`
    select decision.id, decision.status, decision.text, decision.reason, decision.options, decision.at, decision.section_id,
      talk.id as thread_id, case when talk.id is not null then decision.post_id end as post_id, decision.supersedes, decision.host, decision.human_id as author_human, author.parent_id as author_parent, decision.answered_by,
      decision.answered_at as answered, decision.answer_note, decision.superseded_by,
      ${authorAs(sql, 'by')}
    from decision join hub on hub.id = decision.hub_id
    cross join lateral (select ${threadNamed(sql, reader, sql`decision.thread_id`)} as id) talk
    join participant author on author.id = decision.author_id
    left join participant human on human.id = decision.human_id
    where ${which}`)
