import { inputs } from '../../../src/rules/limits.ts'
import type { EditLine, EditDetails } from '../../../src/records/pad/edit_line.ts'
import type { Change } from '../../../src/text/merging/next_version.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { type Author, authorAs } from './authors.ts'

type Shown = 'by' | 'merged' | 'title' | 'changed' | 'changed_cut' | 'answers' | 'undo'

/** An edit as `EditLine` shows it, before it is prepared for a reader. */
export interface EditRead extends Omit<EditLine, Shown>, EditDetails {
  readonly by: Author
  readonly blocks: readonly { readonly id: string; readonly change: Change }[]
}

/** An open suggestion, with what is needed to answer it. */
export interface WaitingRead extends EditRead {
  /** the new title, absent when unchanged */
  readonly title?: Untrusted
  /** lines with + and - */
  readonly changed?: Untrusted
  /** of a sub-agent: its parent, which may withdraw it */
  readonly author_parent?: string
  /** whom the author counts as; in no answer, since it tells which ids share an address */
  readonly author_principal: string
}

/** Selected before they are joined: a generic plan expects short pads and would join all edits of a long one. */
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
  const changed = sql`, edit.title, author.parent_id as author_parent,
    edit.principal_id as author_principal,
    ${most > 0 ? sql`nullif(left(edit.changed, ${most + 1}), '')` : sql`null`} as changed`
  return records<WaitingRead>(edits(sql, which, sql`edit.at, edit.id`, sql``, changed))
}

interface Replaced {
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
    where brought.pad_id = ${pad_id} and brought.version = any(${versions}::int[])
    union all
    select edit.version, gone.block ->> 'id', was.text, null
    from edit, jsonb_array_elements(edit.blocks) gone (block), lateral (
      select text from block_text where block_text.pad_id = edit.pad_id and block_id = gone.block ->> 'id'
        and block_text.version < edit.version order by rev desc limit 1) was
    where edit.pad_id = ${pad_id} and edit.version = any(${versions}::int[])
      and gone.block ->> 'change' = 'removed'`)
}
