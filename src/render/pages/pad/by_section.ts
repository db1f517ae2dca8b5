import type { PadPage } from '../../../records/pad/pad_page.ts'

/** Groups things by section: each at the first section it names that still exists, else at the first of the pad. */
export function bySection<One>(
  { sections }: PadPage,
  all: readonly One[],
  named: (one: One) => readonly string[],
): ReadonlyMap<string, readonly One[]> {
  const at = new Map<string, One[]>(sections.map(({ id }) => [id, []]))
  for (const one of all) at.get(named(one).find((id) => at.has(id)) ?? sections[0]?.id ?? '')?.push(one)
  return at
}

/** Caches a value for each page, because every section asks for it. */
export function oncePerPage<Of>(make: (page: PadPage) => Of): (page: PadPage) => Of {
  const made = new WeakMap<PadPage, Of>()
  return (page) => {
    const known = made.get(page)
    if (known !== undefined) return known
    const first = make(page)
    made.set(page, first)
    return first
  }
}
