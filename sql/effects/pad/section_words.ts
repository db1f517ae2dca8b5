import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { effect } from '../../effect.ts'

interface FindableSection {
  readonly pad_id: string
  readonly hub_id: string
  readonly section_id: string
  /** absent when the section was deleted */
  readonly said?: {
    readonly heading: Untrusted
    /** including the heading */
    readonly text: Untrusted
  }
}

const keyOf = ({ pad_id, section_id }: FindableSection): string => `${pad_id} ${section_id}`

/** Sets or removes the words by which search finds a section. One kind for both, so that the last of a batch wins. */
export const findSections = effect<FindableSection>({
  name: 'findable.section',
  phase: 'update',
  key: keyOf,
  write(sql, rows) {
    const there = rows.flatMap(({ said, ...row }) => (said ? [{ ...row, ...said }] : []))
    return sql`
      with gone as (
        delete from findable where id = any(${rows.filter(({ said }) => !said).map(keyOf)}::text[]))
      insert into findable (id, kind, hub_id, place_id, section_id, heading, made, title, words)
      select pad_id || ' ' || section_id, 'section', hub_id, pad_id, section_id, heading,
        substr(pad_id, strpos(pad_id, '_') + 1) || section_id, words_of(hub_id, heading), words_of(hub_id, text)
      from unnest(${there.map((row) => row.pad_id)}::text[], ${there.map((row) => row.section_id)}::text[],
        ${there.map((row) => row.hub_id)}::text[], ${there.map((row) => words(row.heading))}::text[],
        ${there.map((row) => words(row.text))}::text[]) as changed (pad_id, section_id, hub_id, heading, text)
      on conflict (id) do update set heading = excluded.heading, title = excluded.title, words = excluded.words`
  },
})
