import { authorsOf } from '../../../sql/reads/pad/authors.ts'
import type { Keepers } from '../../../sql/reads/thread/thread_row.ts'
import type { Person } from '../../records/person.ts'
import { personWith } from '../account/person.ts'
import type { ReadingParts } from '../reading_parts.ts'

/** Returns those with these ids, with their reach and with their seats in the pad's hub. */
export async function padPeople(
  { sql, reach }: Pick<ReadingParts, 'sql' | 'reach'>,
  ids: readonly string[],
  keepers: Keepers,
  now: number,
): Promise<ReadonlyMap<string, Person>> {
  const [authors, reached] = await Promise.all([authorsOf(sql, ids), reach.of(ids, now)])
  return new Map([...authors].map(([id, author]) => [id, personWith(author, reached, keepers)]))
}
