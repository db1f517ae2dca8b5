import type { Sql } from './client.ts'

/** Data that messages need, loaded once for a whole batch: one `= any($keys)` statement per kind. */
export interface Fact<Key, Value> {
  readonly name: string
  readonly id: (key: Key) => string
  /** Returns values by id(key); a key without a row is absent. */
  readonly load: (sql: Sql, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>
  /** one value; undefined without a row */
  of(key: Key): Wanted<Value | undefined>
  /** several: a Map by id(key) */
  ofAll(keys: readonly Key[]): Wanted<ReadonlyMap<string, Value>>
}

export interface Wanted<Answer> {
  readonly fact: Fact<any, any>
  readonly keys: readonly unknown[]
  /** selects the answer from what the batch loaded */
  readonly pick: (loaded: ReadonlyMap<string, unknown>) => Answer
}

export function fact<Key, Value>(declared: {
  name: string
  id: (key: Key) => string
  load: (sql: Sql, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>
}): Fact<Key, Value> {
  const { id } = declared
  const made: Fact<Key, Value> = {
    ...declared,
    of: (key) => ({ fact: made, keys: [key], pick: (loaded) => loaded.get(id(key)) as Value | undefined }),
    ofAll: (keys) => ({
      fact: made,
      keys,
      pick: (loaded) => {
        const found = new Map<string, Value>()
        for (const key of keys) if (loaded.has(id(key))) found.set(id(key), loaded.get(id(key)) as Value)
        return found
      },
    }),
  }
  return made
}
