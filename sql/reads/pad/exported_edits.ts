import type { EditRecord } from '../../../src/records/pad/edit_line.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { keeperOrNot } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { readablePad, threadNamed } from '../may_read/readable_rows.ts'

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
