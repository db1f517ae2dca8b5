import type { EditRecord } from '../../../src/records/pad/edit_line.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { keeperOrNot } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { readablePad, threadNamed } from '../may_read/readable_rows.ts'
import type { DecisionRecord } from '../../../src/records/pad/decision_line.ts'

export interface WholeEdit extends Omit<EditRecord, 'by'> {
  readonly by: PersonRow
}

/** `which` follows `where`: conditions on edit, an order, a limit. */
const wholeEdits = (sql: Sql, reader: Reader, pad_id: string, which: Query): Promise<readonly WholeEdit[]> =>
  records(sql`
    select edit.id, edit.pad_id, edit.hub_id, edit.kind, edit.status, edit.host, edit.base_version, edit.version,
      edit.section_ids, edit.blocks, edit.added_chars, edit.removed_chars, edit.new_heading, edit.removed_link,
      edit.small, cardinality(edit.merged_with) > 0 as merged, edit.merged_with, edit.undo_of, edit.undone_by,
      edit.suggestion_of, edit.reversal, edit.checked - 'version' as check, edit.task_id, edit.decision_id,
      ${threadNamed(sql, reader, sql`edit.thread_id`)} as thread_id, edit.note, edit.text, edit.title,
      case when edit.status = 'proposed' then edit.goes_in_at end as goes_in_at, edit.at,
      edit.answered_at as answered, edit.answered_by, ${keeperOrNot(sql, sql`author`, sql`human`)} as by
    from edit
    join pad on pad.id = edit.pad_id
    join hub on hub.id = pad.hub_id
    join participant author on author.id = edit.author_id
    left join participant human on human.id = edit.human_id
    where edit.pad_id = ${pad_id} and ${readablePad(sql, reader)} and ${which}`)

/** Edits that went in, up to a version, newest first. */
export const editsUpTo = (
  sql: Sql,
  reader: Reader,
  pad_id: string,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<readonly WholeEdit[]> =>
  wholeEdits(
    sql,
    reader,
    pad_id,
    sql`edit.version <= ${upTo} and edit.kind <> 'suggestion' order by edit.version desc limit ${limit}`,
  )

/** Suggestions after an id, answered or not, oldest first. */
export const suggestionsAfter = (
  sql: Sql,
  reader: Reader,
  pad_id: string,
  { after, limit }: { after: string; limit: number },
): Promise<readonly WholeEdit[]> =>
  wholeEdits(sql, reader, pad_id, sql`edit.kind = 'suggestion' and edit.id > ${after} order by edit.id limit ${limit}`)

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
