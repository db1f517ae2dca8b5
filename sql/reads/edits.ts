import { inputs } from '../../src/rules/limits.ts'
import type { EditKind, EditStatus, DecisionStatus } from '../../src/rules/lists.ts'
import type { Reader } from '../../src/rules/reader.ts'
import { untrusted, type Untrusted } from '../../src/text/untrusted.ts'
import type { Query, Sql } from '../client.ts'
import { threadNamed } from './visible.ts'

export interface Author {
  readonly id: string
  readonly kind: 'human' | 'guest' | 'agent'
  readonly name: Untrusted
  readonly handle: string
  readonly human?: { readonly id: string; readonly handle: string; readonly name: Untrusted }
}

interface AuthorRow {
  readonly author_id: string
  readonly kind_of_author: 'human' | 'guest' | 'agent'
  readonly name: string
  readonly handle: string
  readonly human_id: string | null
  readonly human_name: string | null
  readonly human_handle: string | null
}

const authorColumns = (sql: Sql): Query => sql`author.id as author_id, author.kind as kind_of_author, author.name,
  author.handle, human.id as human_id, human.name as human_name, human.handle as human_handle`

function authorOf(row: AuthorRow): Author {
  const { author_id: id, kind_of_author: kind, name, handle, human_id, human_name, human_handle } = row
  return {
    id,
    kind,
    handle,
    name: untrusted(name),
    ...(human_id !== null && {
      human: { id: human_id, handle: human_handle ?? '', name: untrusted(human_name ?? '') },
    }),
  }
}

export interface EditRecord {
  readonly id: string
  readonly kind: EditKind
  readonly status: EditStatus
  readonly by: Author
  readonly host?: string
  readonly at: Date
  readonly base_version: number
  readonly version?: number
  readonly section_ids: readonly string[]
  readonly blocks: readonly { readonly id: string; readonly change: 'added' | 'changed' | 'removed' | 'moved' }[]
  readonly merged_with: readonly string[]
  readonly added_chars: number
  readonly removed_chars: number
  readonly new_heading: boolean
  readonly removed_link: boolean
  readonly small: boolean
  readonly goes_in_at?: Date
  readonly note?: Untrusted
}

/** A suggestion that waits, with what whoever answers it has to see. */
export interface WaitingRecord extends EditRecord {
  /** the new title, where it changes that */
  readonly title?: Untrusted
  /** lines with + and - */
  readonly changed?: Untrusted
}

type EditRow = AuthorRow &
  Omit<EditRecord, 'by' | 'host' | 'version' | 'note' | 'goes_in_at'> & {
    readonly host: string | null
    readonly version: number | null
    readonly note: string | null
    readonly goes_in_at: Date | null
  }

const recordOf = (row: EditRow): EditRecord => {
  const {
    author_id: _,
    kind_of_author: __,
    name: ___,
    handle: ____,
    human_id: _5,
    human_name: _6,
    human_handle: _7,
    ...edit
  } = row
  const { host, version, note, goes_in_at, ...rest } = edit
  return {
    ...rest,
    by: authorOf(row),
    ...(host !== null && { host }),
    ...(version !== null && { version }),
    ...(note !== null && { note: untrusted(note) }),
    ...(goes_in_at && row.status === 'proposed' && { goes_in_at }),
  }
}

const edits = (sql: Sql, where: Query, more: Query = sql``): Query => sql`
  select edit.id, edit.kind, edit.status, edit.at, edit.base_version, edit.version,
    edit.section_ids[:${inputs.sections}] as section_ids, edit.blocks, edit.merged_with, edit.added_chars, edit.removed_chars, edit.new_heading, edit.removed_link, edit.small, edit.note,
    edit.goes_in_at, edit.host,
    ${authorColumns(sql)} ${more}
  from edit join participant author on author.id = edit.author_id
  left join participant human on human.id = edit.human_id
  ${where}`

/** The newest edits that went in, newest first; only those after a version, where one is given. */
export async function editsOf(
  sql: Sql,
  pad_id: string,
  { after = 0, upTo, limit }: { after?: number; upTo: number; limit: number },
): Promise<readonly EditRecord[]> {
  const rows = await sql<EditRow[]>`${edits(
    sql,
    sql`where edit.pad_id = ${pad_id} and edit.version > ${after} and edit.version <= ${upTo}
      and edit.kind <> 'suggestion' order by edit.version desc limit ${limit}`,
  )}`
  return rows.map(recordOf)
}

/** Suggestions that wait for an answer, oldest first; of what each changes so many characters, and one to show that more follow. */
export async function waitingEdits(sql: Sql, pad_id: string, most: number): Promise<readonly WaitingRecord[]> {
  const rows = await sql<(EditRow & { suggested_title: string | null; changed: string | null })[]>`${edits(
    sql,
    sql`where edit.pad_id = ${pad_id} and edit.status = 'proposed' order by edit.at, edit.id`,
    sql`, edit.title as suggested_title, ${most > 0 ? sql`left(edit.changed, ${most + 1})` : sql`null`} as changed`,
  )}`
  return rows.map(({ suggested_title, changed, ...row }) => ({
    ...recordOf(row),
    ...(suggested_title !== null && { title: untrusted(suggested_title) }),
    ...(changed !== null && changed !== '' && { changed: untrusted(changed) }),
  }))
}

export interface Replaced {
  readonly version: number
  readonly block_id: string
  /** absent where the block was added */
  readonly before?: string
  /** absent where it was removed */
  readonly after?: string
}

/** What the edits of these versions put in the place of what. */
export async function replacedBy(sql: Sql, pad_id: string, versions: readonly number[]): Promise<readonly Replaced[]> {
  if (versions.length === 0) return []
  const rows = await sql<{ version: number; block_id: string; before: string | null; after: string | null }[]>`
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
      and gone.block ->> 'change' = 'removed'`
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    ...(before !== null && { before }),
    ...(after !== null && { after }),
  }))
}

export interface DecisionRecord {
  readonly id: string
  readonly status: DecisionStatus
  readonly text: Untrusted
  readonly reason?: Untrusted
  readonly options: readonly Untrusted[]
  readonly supersedes?: string
  readonly by: Author
  readonly host?: string
  readonly at: Date
  readonly section_id?: string
  readonly thread_id?: string
  readonly post_id?: string
  readonly author_human?: string
  readonly answered_by?: string
  readonly answered?: Date
  readonly answer_note?: Untrusted
  readonly superseded_by?: string
}

interface DecisionRow extends AuthorRow {
  readonly id: string
  readonly status: DecisionStatus
  readonly text: string
  readonly reason: string | null
  readonly options: string[]
  readonly supersedes: string | null
  readonly host: string | null
  readonly at: Date
  readonly section_id: string | null
  readonly thread_id: string | null
  readonly post_id: string | null
  readonly author_human: string | null
  readonly answered_by: string | null
  readonly answered_at: Date | null
  readonly answer_note: string | null
  readonly superseded_by: string | null
}

/** The newest decisions on a pad, newest first. */
export async function decisionsOn(
  sql: Sql,
  reader: Reader,
  pad_id: string,
  limit: number,
): Promise<readonly DecisionRecord[]> {
  const rows = await sql<DecisionRow[]>`
    select decision.id, decision.status, decision.text, decision.reason, decision.options, decision.at, decision.section_id,
      talk.id as thread_id, case when talk.id is not null then decision.post_id end as post_id, decision.supersedes, decision.host, decision.human_id as author_human, decision.answered_by,
      decision.answered_at, decision.answer_note, decision.superseded_by, ${authorColumns(sql)}
    from decision join hub on hub.id = decision.hub_id
    cross join lateral (select ${threadNamed(sql, reader, sql`decision.thread_id`)} as id) talk
    join participant author on author.id = decision.author_id
    left join participant human on human.id = decision.human_id
    where decision.pad_id = ${pad_id} order by decision.at desc, decision.id desc limit ${limit}`
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    text: untrusted(row.text),
    options: row.options.map(untrusted),
    by: authorOf(row),
    at: row.at,
    ...(row.host !== null && { host: row.host }),
    ...(row.supersedes !== null && { supersedes: row.supersedes }),
    ...(row.reason !== null && { reason: untrusted(row.reason) }),
    ...(row.section_id !== null && { section_id: row.section_id }),
    ...(row.thread_id !== null && { thread_id: row.thread_id }),
    ...(row.post_id !== null && { post_id: row.post_id }),
    ...(row.author_human !== null && { author_human: row.author_human }),
    ...(row.answered_by !== null && { answered_by: row.answered_by }),
    ...(row.answered_at !== null && { answered: row.answered_at }),
    ...(row.answer_note !== null && { answer_note: untrusted(row.answer_note) }),
    ...(row.superseded_by !== null && { superseded_by: row.superseded_by }),
  }))
}

/** Names for ids: who checked a section. */
export async function authorsOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Author>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<AuthorRow[]>`
    select ${authorColumns(sql)} from participant author left join participant human on human.id = author.human_id
    where author.id = any(${ids as string[]}::text[])`
  return new Map(rows.map((row) => [row.author_id, authorOf(row)]))
}

/** The pad an edit was made on, or that a decision stands on, readable or not: it says whom to ask. */
export async function padOfEdit(sql: Sql, edit: string): Promise<string | undefined> {
  const [row] = await sql<{ pad_id: string }[]>`select pad_id from edit where id = ${edit}`
  return row?.pad_id
}

export async function padOfDecision(sql: Sql, decision: string): Promise<string | undefined> {
  const [row] = await sql<{ pad_id: string }[]>`select pad_id from decision where id = ${decision}`
  return row?.pad_id
}
