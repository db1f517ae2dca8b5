import type { Query, Sql } from './client.ts'
import { groupsByKey, recordsByKey, valuesByKey } from './rows.ts'

/** Data that messages need, loaded once for a whole batch: one `= any($keys)` statement per kind. */
export interface Fact<Key, Value> {
  readonly name: string
  readonly id: (key: Key) => string
  /** Returns values by id(key); a key without a row is absent. */
  readonly load: (sql: Sql, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>
  /** one value; undefined without a row */
  of(key: Key): Wanted<Value | undefined>
  /** one value, where there may be no key */
  maybe(key: Key | undefined): Wanted<Value | undefined>
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
    maybe: (key) => (key === undefined ? { fact: made, keys: [], pick: () => undefined } : made.of(key)),
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

/** A statement for a batch of keys; the column `key` of each row is the id of the key that it belongs to. */
type Read<Key> = {
  readonly name: string
  readonly read: (sql: Sql, keys: Key[]) => Query
} & (Key extends string ? { readonly id?: undefined } : { readonly id: (key: Key) => string })

const readBy =
  <Value>(gathered: (statement: Query) => Promise<ReadonlyMap<string, Value>>) =>
  <Key>({ name, read, id = String }: Read<Key>): Fact<Key, Value> =>
    fact({ name, id, load: (sql, keys) => gathered(read(sql, keys as Key[])) })

/** A fact of one record: the other columns, without those that are null. */
export const recordFact = <Key, Found extends object>(declared: Read<Key>): Fact<Key, Found> =>
  readBy<Found>(recordsByKey)(declared)

/** A fact of several records, in the order of the statement; absent when there are none. */
export const listFact = <Key, Found extends object>(declared: Read<Key>): Fact<Key, readonly Found[]> =>
  readBy<readonly Found[]>(groupsByKey<Found>)(declared)

/** A fact of one value, that of the column `value`. */
export const valueFact = <Key, Value>(declared: Read<Key>): Fact<Key, Value> => readBy<Value>(valuesByKey)(declared)
