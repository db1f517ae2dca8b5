import { LRUCache } from 'lru-cache'

/** What was read of ids, remembered for a while; those used last are kept. */
interface Remembered<Value> {
  /** `now` is the time of the same clock as in `read`. */
  readonly known: (id: string, now: number) => { readonly value: Value; readonly age: number } | undefined
  /** Reads and remembers. What a `forget` crossed may be from before the change, so it is not kept. */
  readonly read: (now: number, find: () => Promise<ReadonlyMap<string, Value>>) => Promise<ReadonlyMap<string, Value>>
  readonly forget: (ids: Iterable<string>) => void
}

export function remembered<Value>(most: number): Remembered<Value> {
  const kept = new LRUCache<string, { readonly value: Value; readonly at: number }>({ max: most })
  /** of each read that runs: the ids forgotten meanwhile */
  const running = new Set<Set<string>>()
  return {
    known(id, now) {
      const hit = kept.get(id)
      return hit && { value: hit.value, age: Math.abs(now - hit.at) }
    },
    async read(now, find) {
      const crossed = new Set<string>()
      running.add(crossed)
      try {
        const found = await find()
        for (const [id, value] of found) if (!crossed.has(id)) kept.set(id, { value, at: now })
        return found
      } finally {
        running.delete(crossed)
      }
    },
    forget(ids) {
      for (const id of ids) {
        kept.delete(id)
        for (const crossed of running) crossed.add(id)
      }
    },
  }
}
