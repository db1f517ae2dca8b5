import { askedBy, type FieldTypes, type KeyOf } from './asked.ts'
import type { Query, Sql } from './client.ts'
import { groupsByKey, recordsByKey, valuesByKey } from './rows.ts'

/** Data that messages need, loaded once for a whole batch: one `= any($keys)` statement per kind. */
export interface Fact<Key, Value, None = undefined> {
  readonly name: string
  readonly id: (key: Key) => string
  /** Returns values by id(key); a key without a row is absent. */
  readonly load: (sql: Sql, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>
  /** one value; without a row what stands for none: undefined, of a list the empty one, of a number 0 */
  of(key: Key): Wanted<Value | None>
  /** the same, where there may be no key */
  maybe(key: Key | undefined): Wanted<Value | None>
  /** several: a Map by id(key) */
  ofAll(keys: readonly Key[]): Wanted<ReadonlyMap<string, Value>>
}

export type AnyFact = Fact<any, any, any>

export interface Wanted<Answer> {
  readonly fact: AnyFact
  readonly keys: readonly unknown[]
  /** selects the answer from what the batch loaded */
  readonly pick: (loaded: ReadonlyMap<string, unknown>) => Answer
}

interface Declared<Key, Value> {
  readonly name: string
  readonly id: (key: Key) => string
  readonly load: (sql: Sql, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>
}

export function fact<Key, Value>(declared: Declared<Key, Value>): Fact<Key, Value>
export function fact<Key, Value, None>(declared: Declared<Key, Value>, none: None): Fact<Key, Value, None>
export function fact<Key, Value, None>(
  declared: Declared<Key, Value>,
  none?: None,
): Fact<Key, Value, None | undefined> {
  const { id } = declared
  const made: Fact<Key, Value, None | undefined> = {
    ...declared,
    of: (key) => ({
      fact: made,
      keys: [key],
      pick: (loaded) => (loaded.has(id(key)) ? (loaded.get(id(key)) as Value) : none),
    }),
    maybe: (key) => (key === undefined ? { fact: made, keys: [], pick: () => none } : made.of(key)),
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

interface OfEach<Key, Value> extends Pick<Declared<Key, Value>, 'name' | 'id'> {
  readonly read: (sql: Sql, key: Key) => Promise<Value>
  /** stands for the value where there is no key */
  readonly none: Value
}

/** A fact whose statement takes one key: for rare messages, of which a batch holds few. */
export const factOfEach = <Key, Value>({ name, id, read, none }: OfEach<Key, Value>): Fact<Key, Value, Value> =>
  fact(
    {
      name,
      id,
      load: async (sql, keys) =>
        new Map(await Promise.all(keys.map(async (key) => [id(key), await read(sql, key)] as const))),
    },
    none,
  )

/** A statement for a batch of ids, or of keys as the table `asked`; the column `key` of each row is the id of its key. */
interface Read<Asked> {
  readonly name: string
  readonly read: (sql: Sql, asked: Asked) => Query
}

type Gather<Value> = (statement: Query) => Promise<ReadonlyMap<string, Value>>

const byId = <Value>({ name, read }: Read<string[]>, gather: Gather<Value>): Declared<string, Value> => ({
  name,
  id: String,
  load: (sql, ids) => gather(read(sql, ids as string[])),
})

/** A fact of one record: the other columns, without those that are null. */
export const recordFact = <Found extends object>(declared: Read<string[]>) => fact(byId<Found>(declared, recordsByKey))

/** A fact of several records, in the order of the statement. */
export const listFact = <Found extends object>(declared: Read<string[]>) =>
  fact<string, readonly Found[], readonly Found[]>(byId(declared, groupsByKey<Found>), [])

/** A fact of one value, that of the column `value`. */
export const valueFact = <Value>(declared: Read<string[]>) => fact(byId<Value>(declared, valuesByKey))

/** A fact of several values: the column `value` is their array. */
export const valuesFact = <Value>(declared: Read<string[]>) =>
  fact<string, readonly Value[], readonly Value[]>(byId(declared, valuesByKey<readonly Value[]>), [])

/** A fact of one number, that of the column `value`; 0 without a row. */
export const numberFact = (declared: Read<string[]>) => fact(byId<number>(declared, valuesByKey), 0 as number)

/** The same by keys of several fields. `by` names those that tell keys apart, where these are not all. */
export function factBy<const Fields extends FieldTypes>(fields: Fields, by?: readonly (keyof Fields & string)[]) {
  const { id, table } = askedBy(fields, by)
  const made = <Value>({ name, read }: Read<Query>, gather: Gather<Value>): Declared<KeyOf<Fields>, Value> => ({
    name,
    id,
    load: (sql, keys) => gather(read(sql, table(sql, keys))),
  })
  return {
    record: <Found extends object>(declared: Read<Query>) => fact(made<Found>(declared, recordsByKey)),
    list: <Found extends object>(declared: Read<Query>) =>
      fact<KeyOf<Fields>, readonly Found[], readonly Found[]>(made(declared, groupsByKey<Found>), []),
    value: <Value>(declared: Read<Query>) => fact(made<Value>(declared, valuesByKey)),
    values: <Value>(declared: Read<Query>) =>
      fact<KeyOf<Fields>, readonly Value[], readonly Value[]>(made(declared, valuesByKey<readonly Value[]>), []),
    number: (declared: Read<Query>) => fact(made<number>(declared, valuesByKey), 0 as number),
  }
}
