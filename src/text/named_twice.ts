/** The first name that occurs again. A client chooses how many names it sends, so each is looked up and not searched. */
export function namedTwice(names: Iterable<string>): string | undefined {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}
