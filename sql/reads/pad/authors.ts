import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Query, Sql } from '../../client.ts'
import type { ParticipantKind } from '../../../src/rules/caller.ts'

export interface Author {
  readonly id: string
  readonly kind: ParticipantKind
  readonly name: Untrusted
  readonly handle: string
  readonly human?: { readonly id: string; readonly handle: string; readonly name: Untrusted }
}

/** The author of a row, with the human for whom an agent wrote it, as one JSON column. */
export const authorAs = (sql: Sql, field: 'by' | 'author'): Query => sql`jsonb_strip_nulls(jsonb_build_object(
  'id', author.id, 'kind', author.kind, 'name', author.name, 'handle', author.handle, 'human',
  case when human.id is not null then jsonb_build_object('id', human.id, 'handle', human.handle, 'name', human.name)
  end)) as ${sql(field)}`

/** Names by id, for those who checked a section. */
export async function authorsOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Author>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ author: Author }[]>`
    select ${authorAs(sql, 'author')} from participant author left join participant human on human.id = author.human_id
    where author.id = any(${ids}::text[])`
  return new Map(rows.map(({ author }) => [author.id, author]))
}
