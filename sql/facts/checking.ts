import type { EditKind, EditStatus } from '../../src/rules/lists.ts'
import { fact } from '../fact.ts'
import { groupsByKey, recordsByKey } from '../records.ts'

/** Whose work something is: the id, and whom it counts as. */
export interface Writer {
  readonly author_id: string
  readonly principal_id: string
}

/** An edit that went in, for somebody who checks it. The work of one that was suggested is the suggestion's author's. */
export interface Work extends Writer {
  readonly id: string
  readonly pad_id: string
  readonly kind: EditKind
  readonly status: EditStatus
  readonly version?: number
  readonly section_ids: readonly string[]
  readonly check?: 'checked' | 'changed' | 'unchecked'
  /** later edits touched the same sections */
  readonly moved: boolean
}

/** By the id of an edit, or of the suggestion it was. */
export const works = fact<string, Work>({
  name: 'edit.work',
  id: (id) => id,
  load: (sql, ids) =>
    recordsByKey<Work>(sql`
      select asked.id as key, made.id, made.pad_id, made.kind, made.status, made.version, made.section_ids,
        made.checked ->> 'state' as check, coalesce(origin.author_id, made.author_id) as author_id,
        coalesce(origin.principal_id, made.principal_id) as principal_id,
        exists (
          select from edit later where later.pad_id = made.pad_id and later.version > made.version
            and later.kind <> 'suggestion' and later.section_ids && made.section_ids) as moved
      from unnest(${ids as string[]}::text[]) as asked (id)
      join lateral (
        select * from edit where edit.id = asked.id or (edit.suggestion_of = asked.id and edit.kind = 'accept')
        order by edit.kind = 'accept' desc limit 1) made on true
      left join edit origin on origin.id = made.suggestion_of`),
})

export interface WritersKey {
  readonly pad_id: string
  readonly section_id: string
  /** of the pad: only what came later */
  readonly after: number
}

/** Who changed a section after a version, as far as their changes still stand. */
export const writersOf = fact<WritersKey, readonly Writer[]>({
  name: 'section.writers',
  id: ({ pad_id, section_id }) => `${pad_id} ${section_id}`,
  load: (sql, keys) =>
    groupsByKey<Writer>(sql`
      select distinct asked.pad_id || ' ' || asked.section_id as key, author_id, principal_id
      from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.section_id)}::text[],
        ${keys.map((key) => key.after)}::int[]) as asked (pad_id, section_id, after)
      join edit on edit.pad_id = asked.pad_id and version > asked.after and asked.section_id = any(section_ids)
        and kind <> 'accept' and status <> 'undone'`),
})
