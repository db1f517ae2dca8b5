import { inputs } from '../../../src/rules/limits.ts'
import type { DecisionLine } from '../../../src/records/pad/decision_line.ts'
import type { EditLine, EditMeasures } from '../../../src/records/pad/edit_line.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Change } from '../../../src/text/merging/next_version.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Query, Sql } from '../../client.ts'
import { records } from '../../rows.ts'
import { threadNamed } from '../may_read/readable_rows.ts'
import type { ParticipantKind } from '../../../src/rules/caller.ts'

export interface Author {
  readonly id: string
  readonly kind: ParticipantKind
  readonly name: Untrusted
  readonly handle: string
  readonly human?: { readonly id: string; readonly handle: string; readonly name: Untrusted }
}

/** The author of a row, with the human for whom an agent wrote it, as one JSON column. */
const authorAs = (sql: Sql, field: 'by' | 'author'): Query => sql`jsonb_strip_nulls(jsonb_build_object(
  'id', author.id, 'kind', author.kind, 'name', author.name, 'handle', author.handle, 'human',
  case when human.id is not null then jsonb_build_object('id', human.id, 'handle', human.handle, 'name', human.name)
  end)) as ${sql(field)}`

type Shown = 'by' | 'merged' | 'title' | 'changed' | 'changed_cut' | 'answers' | 'undo'

/** An edit as `EditLine` shows it, before it is made out for a reader. */
export interface EditRead extends Omit<EditLine, Shown>, EditMeasures {
  readonly by: Author
  readonly blocks: readonly { readonly id: string; readonly change: Change }[]
}

/** An open suggestion, with what is needed to answer it. */
export interface WaitingRead extends EditRead {
  /** the new title, absent when unchanged */
  readonly title?: Untrusted
  /** lines with + and - */
  readonly changed?: Untrusted
}

/** Selected before they are joined: a plan that takes every pad for short would join all edits of a long one. */
const edits = (sql: Sql, which: Query, order: Query, limit: Query, more: Query = sql``): Query => sql`
  select edit.id, edit.kind, edit.status, edit.at, edit.base_version, edit.version,
    edit.section_ids[:${inputs.sections}] as section_ids, edit.blocks, edit.merged_with, edit.added_chars, edit.removed_chars, edit.new_heading, edit.removed_link, edit.small, edit.note,
    case when edit.status = 'proposed' then edit.goes_in_at end as goes_in_at, edit.host,
    ${authorAs(sql, 'by')} ${more}
  from (select * from edit where ${which} order by ${order} ${limit}) edit
  join participant author on author.id = edit.author_id
  left join participant human on human.id = edit.human_id
  order by ${order}`

/** The newest edits that went in, newest first; with `after` only those past that version. */
export async function editsOf(
  sql: Sql,
  pad_id: string,
  { after = 0, upTo, limit }: { after?: number; upTo: number; limit: number },
): Promise<readonly EditRead[]> {
  const which = sql`edit.pad_id = ${pad_id} and edit.version > ${after} and edit.version <= ${upTo}
    and edit.kind <> 'suggestion'`
  return records<EditRead>(edits(sql, which, sql`edit.version desc`, sql`limit ${limit}`))
}

/** Open suggestions, oldest first, each with the first `most` characters of its change and one more to show a cut. */
export async function waitingEdits(sql: Sql, pad_id: string, most: number): Promise<readonly WaitingRead[]> {
  const which = sql`edit.pad_id = ${pad_id} and edit.status = 'proposed'`
  const changed = sql`, edit.title,
    ${most > 0 ? sql`nullif(left(edit.changed, ${most + 1}), '')` : sql`null`} as changed`
  return records<WaitingRead>(edits(sql, which, sql`edit.at, edit.id`, sql``, changed))
}

export interface Replaced {
  readonly version: number
  readonly block_id: string
  /** absent when the block was added */
  readonly before?: string
  /** absent when the block was removed */
  readonly after?: string
}

/** The texts that the edits of these versions replaced, and those they put in their place. */
export async function replacedBy(sql: Sql, pad_id: string, versions: readonly number[]): Promise<readonly Replaced[]> {
  if (versions.length === 0) return []
  return records<Replaced>(sql`
    select brought.version, brought.block_id, was.text as before, brought.text as after
    from block_text brought
    left join block_text was on was.pad_id = brought.pad_id and was.block_id = brought.block_id
      and was.rev = brought.rev - 1
    where brought.pad_id = ${pad_id} and brought.version = any(${versions as number[]}::int[])
    union all
    select edit.version, gone.block ->> 'id', was.text, null
    from edit, jsonb_array_elements(edit.blocks) gone (block), lateral (
      select text from block_text where block_text.pad_id = edit.pad_id and block_id = gone.block ->> 'id'
        and block_text.version < edit.version order by rev desc limit 1) was
    where edit.pad_id = ${pad_id} and edit.version = any(${versions as number[]}::int[])
      and gone.block ->> 'change' = 'removed'`)
}

/** A decision as `DecisionLine` shows it, before it is made out for a reader. */
export interface DecisionRead extends Omit<DecisionLine, 'by' | 'answerer' | 'answers'> {
  readonly options: readonly Untrusted[]
  readonly by: Author
  readonly author_human?: string
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
 * What was decided or turned down on a pad after one time and up to another, newest first. A proposal of which another
 * option was chosen is not among it.
 */
export function decisionsBetween(
  sql: Sql,
  reader: Reader,
  pad_id: string,
  { after, upTo, below, limit }: DecisionsBetween,
) {
  // the answer of one that was replaced is told there, by the time it was replaced
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

async function decisionsWhere(sql: Sql, reader: Reader, which: Query): Promise<readonly DecisionRead[]> {
  return records<DecisionRead>(sql`
    select decision.id, decision.status, decision.text, decision.reason, decision.options, decision.at, decision.section_id,
      talk.id as thread_id, case when talk.id is not null then decision.post_id end as post_id, decision.supersedes, decision.host, decision.human_id as author_human, decision.answered_by,
      decision.answered_at as answered, decision.answer_note, decision.superseded_by,
      ${authorAs(sql, 'by')}
    from decision join hub on hub.id = decision.hub_id
    cross join lateral (select ${threadNamed(sql, reader, sql`decision.thread_id`)} as id) talk
    join participant author on author.id = decision.author_id
    left join participant human on human.id = decision.human_id
    where ${which}`)
}

/** Names by id, for those who checked a section. */
export async function authorsOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Author>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ author: Author }[]>`
    select ${authorAs(sql, 'author')} from participant author left join participant human on human.id = author.human_id
    where author.id = any(${ids as string[]}::text[])`
  return new Map(rows.map(({ author }) => [author.id, author]))
}

/** The pad of an edit or a decision, without a check of who may read it: use it only to route a message. */
export async function padOfEdit(sql: Sql, edit: string): Promise<string | undefined> {
  const [row] = await sql<{ pad_id: string }[]>`select pad_id from edit where id = ${edit}`
  return row?.pad_id
}

export async function padOfDecision(sql: Sql, decision: string): Promise<string | undefined> {
  const [row] = await sql<{ pad_id: string }[]>`select pad_id from decision where id = ${decision}`
  return row?.pad_id
}
