import type { Sql } from '../../../sql/client.ts'
import { broughtAt } from '../../../sql/reads/pad/edit_of_version.ts'
import { type Author, authorsOf } from '../../../sql/reads/pad/edits.ts'
import { present } from '../../records/present.ts'
import type { Blame } from '../../records/pad/section.ts'
import type { Person } from '../../records/person.ts'
import type { SectionRead } from './pad_sections.ts'

/** Returns who wrote a block as it stands, when, and in which edit; for an accepted suggestion its author. */
export type BlameOf = (block: string) => Blame | undefined

export async function readBlame(
  sql: Sql,
  pad_id: string,
  sections: readonly SectionRead[],
): Promise<(person: (by: Author) => Person) => BlameOf> {
  const versions = new Map(sections.flatMap(({ blocks }) => blocks.map(({ id, version }) => [id, version] as const)))
  const brought = await broughtAt(sql, pad_id, [...new Set(versions.values())])
  const people = await authorsOf(sql, [...new Set([...brought.values()].map(({ author_id }) => author_id))])
  return (person) => (block) => {
    const made = brought.get(versions.get(block) ?? 0)
    const by = made && people.get(made.author_id)
    if (!made || !by) return undefined
    const { id: edit_id, version, at, host } = made
    return present({ by: person(by), edit_id, version, at, host })
  }
}
