import { words } from '../../text/untrusted.ts'
import type { Person } from '../../records/person.ts'

/** Names shared by several ids on a page; these get their handle beside them. */
export function namesakes(people: Iterable<Person>): ReadonlySet<string> {
  const ids = new Map<string, Set<string>>()
  for (const { id, name } of people) {
    const key = nameKey(words(name))
    ids.set(key, (ids.get(key) ?? new Set()).add(id))
  }
  return new Set([...ids].filter(([, same]) => same.size > 1).map(([key]) => key))
}

export const isNamesake = (namesakes: ReadonlySet<string>, { name }: Person): boolean =>
  namesakes.size > 0 && namesakes.has(nameKey(words(name)))

/** Folds case, compatibility forms and spaces, so that names that look alike compare equal. */
const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
