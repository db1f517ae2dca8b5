import { askedBy, type FieldTypes, type KeyOf } from './asked.ts'
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

/** A fact whose statement takes one key: for rare messages, of which a batch holds few. */
export const factOfEach = <Key, Value>({
  name,
  id,
  read,
}: {
  name: string
  id: (key: Key) => string
  read: (sql: Sql, key: Key) => Promise<Value>
}): Fact<Key, Value> =>
  fact({
    name,
    id,
    load: async (sql, keys) =>
      new Map(await Promise.all(keys.map(async (key) => [id(key), await read(sql, key)] as const))),
  })

/** A statement for a batch of ids, or of keys as the table `asked`; the column `key` of each row is the id of its key. */
interface Read<Asked> {
  readonly name: string
  readonly read: (sql: Sql, asked: Asked) => Query
}

const byId =
  <Value>(gather: (statement: Query) => Promise<ReadonlyMap<string, Value>>) =>
  ({ name, read }: Read<string[]>): Fact<string, Value> =>
    fact({ name, id: String, load: (sql, ids) => gather(read(sql, ids as string[])) })

/** A fact of one record: the other columns, without those that are null. */
export const recordFact = <Found extends object>(declared: Read<string[]>) => byId<Found>(recordsByKey)(declared)

/** A fact of several records, in the order of the statement; absent when there are none. */
export const listFact = <Found extends object>(declared: Read<string[]>) =>
  byId<readonly Found[]>(groupsByKey<Found>)(declared)

/** A fact of one value, that of the column `value`. */
export const valueFact = <Value>(declared: Read<string[]>) => byId<Value>(valuesByKey)(declared)

/** The same by keys of several fields. `by` names those that tell keys apart, where these are not all. */
export function factBy<const Fields extends FieldTypes>(fields: Fields, by?: readonly (keyof Fields & string)[]) {
  const { id, table } = askedBy(fields, by)
  const made =
    <Value>(gather: (statement: Query) => Promise<ReadonlyMap<string, Value>>) =>
    ({ name, read }: Read<Query>): Fact<KeyOf<Fields>, Value> =>
      fact({ name, id, load: (sql, keys) => gather(read(sql, table(sql, keys))) })
  return {
    record: <Found extends object>(declared: Read<Query>) => made<Found>(recordsByKey)(declared),
    list: <Found extends object>(declared: Read<Query>) => made<readonly Found[]>(groupsByKey<Found>)(declared),
    value: <Value>(declared: Read<Query>) => made<Value>(valuesByKey)(declared),
  }
}
