import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { EditKind, EditStatus, SectionCheck } from '../../../src/rules/lists.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Query, Sql } from '../../client.ts'
import { keeperOrNot } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { readablePad, threadNamed } from '../may_read/readable_rows.ts'
import type { EditMeasures } from '../../effects/pad/edits.ts'

/** An edit or suggestion with all its columns. */
export interface WholeEditRow extends EditMeasures {
  readonly id: string
  readonly pad_id: string
  readonly hub_id: string
  readonly kind: EditKind
  readonly status: EditStatus
  readonly by: PersonRow
  readonly host: string | null
  readonly base_version: number
  readonly version: number | null
  readonly undo_of: string | null
  readonly undone_by: string | null
  readonly suggestion_of: string | null
  readonly checked: {
    readonly state: SectionCheck
    readonly by?: string
    readonly at: string
    readonly note?: Untrusted
  } | null
  readonly task_id: string | null
  readonly decision_id: string | null
  readonly thread_id: string | null
  readonly note: Untrusted | null
  readonly text: Untrusted | null
  readonly title: Untrusted | null
  readonly goes_in_at: Date | null
  readonly at: Date
  readonly answered_at: Date | null
  readonly answered_by: string | null
}

const whole = (sql: Sql, reader: Reader, pad_id: string, where: Query): Query => sql`
  select edit.id, edit.pad_id, edit.hub_id, edit.kind, edit.status, edit.host, edit.base_version, edit.version,
    edit.section_ids, edit.blocks, edit.added_chars, edit.removed_chars, edit.new_heading, edit.removed_link,
    edit.small, edit.merged_with, edit.undo_of, edit.undone_by, edit.suggestion_of, edit.reversal, edit.checked,
    edit.task_id, edit.decision_id, ${threadNamed(sql, reader, sql`edit.thread_id`)} as thread_id, edit.note, edit.text, edit.title, edit.goes_in_at, edit.at,
    edit.answered_at, edit.answered_by, ${keeperOrNot(sql, sql`author`, sql`human`)} as by
  from edit
  join pad on pad.id = edit.pad_id
  join hub on hub.id = pad.hub_id
  join participant author on author.id = edit.author_id
  left join participant human on human.id = edit.human_id
  where edit.pad_id = ${pad_id} and ${readablePad(sql, reader)} and ${where}`

/** Edits that went in, up to a version, newest first. */
export const editsUpTo = (
  sql: Sql,
  reader: Reader,
  pad_id: string,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<readonly WholeEditRow[]> =>
  sql<WholeEditRow[]>`
    ${whole(sql, reader, pad_id, sql`edit.version <= ${upTo} and edit.kind <> 'suggestion'`)}
    order by edit.version desc limit ${limit}`

/** Suggestions after an id, answered or not, oldest first. */
export const suggestionsAfter = (
  sql: Sql,
  reader: Reader,
  pad_id: string,
  { after, limit }: { after: string; limit: number },
): Promise<readonly WholeEditRow[]> =>
  sql<WholeEditRow[]>`
    ${whole(sql, reader, pad_id, sql`edit.kind = 'suggestion' and edit.id > ${after}`)}
    order by edit.id limit ${limit}`
