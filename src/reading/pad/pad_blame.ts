import { broughtAt } from '../../../sql/reads/pad/edit_of_version.ts'
import type { PadHead } from '../../../sql/reads/pad/pad_head.ts'
import { present } from '../../records/present.ts'
import type { Blame } from '../../records/pad/section.ts'
import type { ReadingParts } from '../reading_parts.ts'
import { padPeople } from './pad_people.ts'
import type { SectionRead } from './pad_sections.ts'

/** Returns who wrote a block as it stands, when, and in which edit; for an accepted suggestion its author. */
export type BlameOf = (block: string) => Blame | undefined

export async function readBlame(
  parts: ReadingParts,
  { id, keepers }: PadHead,
  sections: readonly SectionRead[],
  now: number,
): Promise<BlameOf> {
  const versions = new Map(sections.flatMap(({ blocks }) => blocks.map(({ id, version }) => [id, version] as const)))
  const brought = await broughtAt(parts.sql, id, [...new Set(versions.values())])
  const authors = new Set([...brought.values()].map(({ author_id }) => author_id))
  const people = await padPeople(parts, [...authors], keepers, now)
  return (block) => {
    const made = brought.get(versions.get(block) ?? 0)
    const by = made && people.get(made.author_id)
    if (!made || !by) return undefined
    const { id: edit_id, version, at, host } = made
    return present({ by, edit_id, version, at, host })
  }
}
