/** What all tabs of a person show, as the one that waits knows it. */
export interface Watching {
  /** A tab shows this, as id@version; nothing: it shows nothing that moves, or is gone. */
  shows(tab: string, watch: string | undefined): boolean
  /** What to ask for, the newest tabs first. */
  asked(most: number): string[]
  /** It is known by now: asking with what a tab was drawn with would only be told the same again. */
  moved(id: string, version: string | undefined): void
}

export function openWatching(): Watching {
  const tabs = new Map<string, string>()
  const versions = new Map<string, string>()
  return {
    shows(tab, watch) {
      const [id, version] = watch?.split('@') ?? []
      const before = tabs.get(tab)
      tabs.delete(tab)
      if (id !== undefined && version !== undefined) {
        tabs.set(tab, id)
        versions.set(id, version)
      }
      for (const known of versions.keys()) if (![...tabs.values()].includes(known)) versions.delete(known)
      return before !== id
    },
    asked: (most) =>
      [...new Set([...tabs.values()].toReversed())]
        .slice(0, most)
        .map((id) => (versions.has(id) ? `${id}@${versions.get(id)}` : id)),
    moved(id, version) {
      if (version !== undefined && versions.has(id)) versions.set(id, version)
      else versions.delete(id)
    },
  }
}
