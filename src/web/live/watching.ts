/** The pages shown by all tabs of a person, as known to the waiting tab. */
interface Watching {
  /** Records what a tab shows, as id@version, or undefined. Returns whether the wait has to change. */
  shows(tab: string, watch: string | undefined): boolean
  /** The watches to ask for, those of the newest tabs first. */
  asked(most: number): string[]
  /** Records the current version: asking with an older one would only report the same change again. */
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
