import { askedBy, type FieldTypes } from './asked.ts'
import { type Query, type Sql, groupsByKey, recordsByKey, valuesByKey } from './client.ts'

/** Data that messages need, loaded once for a whole batch: one `= any($keys)` statement per kind. */
interface Fact<Key, Value, None = undefined> {
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

/** The kinds of fact, by what is found for a key. */
function factsOf<Key, Asked>(id: (key: Key) => string, askedOf: (sql: Sql, keys: readonly Key[]) => Asked) {
  const made = <Value>({ name, read }: Read<Asked>, gather: Gather<Value>): Declared<Key, Value> => ({
    name,
    id,
    load: (sql, keys) => gather(read(sql, askedOf(sql, keys))),
  })
  return {
    /** One record: the other columns, without those that are null. */
    record: <Found extends object>(declared: Read<Asked>) => fact(made<Found>(declared, recordsByKey)),
    /** Several records, in the order of the statement. */
    list: <Found extends object>(declared: Read<Asked>) =>
      fact<Key, readonly Found[], readonly Found[]>(made(declared, groupsByKey<Found>), []),
    /** One value, that of the column `value`. */
    value: <Value>(declared: Read<Asked>) => fact(made<Value>(declared, valuesByKey)),
    /** Several values: the column `value` is their array. */
    values: <Value>(declared: Read<Asked>) =>
      fact<Key, readonly Value[], readonly Value[]>(made(declared, valuesByKey<readonly Value[]>), []),
    /** One number, that of the column `value`; 0 without a row. */
    number: (declared: Read<Asked>) => fact(made<number>(declared, valuesByKey), 0 as number),
  }
}

export const factById = factsOf<string, string[]>(String, (_, ids) => ids as string[])

/** By keys of several fields. `by` names those that tell keys apart, where these are not all. */
export function factBy<const Fields extends FieldTypes>(fields: Fields, by?: readonly (keyof Fields & string)[]) {
  const { id, table } = askedBy(fields, by)
  return factsOf(id, table)
}
