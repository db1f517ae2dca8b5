import type { CheckState } from '../../../src/rules/closed_lists.ts'
import { factBy, factById } from '../../fact.ts'
import { parentOf } from '../../reads/account/one_human.ts'
import type { LiveEdit } from './live_edits.ts'

/** An author, the principal it counts as and, of a sub-agent, its parent. */
export interface Writer {
  readonly author_id: string
  readonly principal_id: string
  readonly parent_id?: string
}

/** An edit that went in, to be checked. For an accepted suggestion the author is the suggestion's. */
export interface Work extends Writer, Pick<LiveEdit, 'id' | 'pad_id' | 'kind' | 'status' | 'version' | 'section_ids'> {
  readonly check?: CheckState
  /** later edits changed the same sections */
  readonly moved: boolean
}

/** Keyed by the id of an edit, or of the suggestion that the edit accepted. */
export const works = factById.record<Work>({
  name: 'edit.work',
  read: (sql, ids) => sql`
    select asked.id as key, made.id, made.pad_id, made.kind, made.status, made.version, made.section_ids,
      made.checked ->> 'state' as check, coalesce(origin.author_id, made.author_id) as author_id,
      coalesce(origin.principal_id, made.principal_id) as principal_id,
      ${parentOf(sql, sql`coalesce(origin.author_id, made.author_id)`)} as parent_id,
      exists (
        select from edit later where later.pad_id = made.pad_id and later.version > made.version
          and later.kind <> 'suggestion' and later.section_ids && made.section_ids) as moved
    from unnest(${ids}::text[]) as asked (id)
    join lateral (
      select * from edit where edit.id = asked.id or (edit.suggestion_of = asked.id and edit.kind = 'accept')
      order by edit.status = 'live' desc, edit.status = 'proposed' desc, edit.kind = 'accept' desc, edit.version desc limit 1) made on true
    left join edit origin on origin.id = made.suggestion_of`,
})

/** The authors of a section's changes after a version of its pad, except undone ones. */
export const writersOf = factBy({ pad_id: 'text', section_id: 'text', after: 'int' }, [
  'pad_id',
  'section_id',
]).list<Writer>({
  name: 'section.writers',
  read: (sql, asked) => sql`
    select distinct asked.key, author_id, principal_id, ${parentOf(sql, sql`author_id`)} as parent_id from ${asked}
    join edit on edit.pad_id = asked.pad_id and version > asked.after and asked.section_id = any(section_ids)
      and kind <> 'accept' and status <> 'undone'`,
})
