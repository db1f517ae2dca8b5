import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, records } from '../../client.ts'
import { askedAgain } from './asked_again.ts'
import type { LiveEdit } from '../../facts/pad/live_edits.ts'

/** The edit that made a version; author and host are those of the suggestion if it accepted one. */
export interface Brought
  extends Pick<LiveEdit, 'id' | 'kind' | 'author_id' | 'human_id' | 'linked_to' | 'parent_id' | 'made_by'> {
  readonly version: number
  readonly at: Date
  readonly note?: Untrusted
  readonly host?: string
  /** neither undone since, nor an undo by which a suggestion waited again */
  readonly undoable: boolean
  /** how many sections it changed */
  readonly sections: number
}

/** The edits that made these versions of a pad, by version. */
export async function broughtAt(
  sql: Sql,
  pad_id: string,
  versions: readonly number[],
): Promise<ReadonlyMap<number, Brought>> {
  if (versions.length === 0) return new Map()
  const rows = await records<Brought>(sql`
    select made.version, made.id, made.kind, made.at, coalesce(made.note, whose.note) as note, whose.host,
      whose.author_id, whose.human_id, coalesce(author.human_id, parent.human_id) as linked_to, author.parent_id,
      made.author_id as made_by, made.status = 'live' and not exists (${askedAgain(sql, 'made')}) as undoable,
      cardinality(made.section_ids)::int as sections
    from edit made
    left join edit suggested on suggested.id = made.suggestion_of
    cross join lateral (select coalesce(suggested.host, made.host) as host, coalesce(suggested.note, made.note) as note,
      coalesce(suggested.author_id, made.author_id) as author_id,
      case when suggested.id is null then made.human_id else suggested.human_id end as human_id) whose
    left join participant author on author.id = whose.author_id
    left join participant parent on parent.id = author.parent_id
    where made.pad_id = ${pad_id} and made.version = any(${versions}::int[]) and made.kind <> 'suggestion'`)
  return new Map(rows.map((row) => [row.version, row]))
}
