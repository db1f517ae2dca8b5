import type { Query, Sql } from './client.ts'
import { present } from '../src/records/present.ts'

/** One kind of row change. All rows of a batch are written with one set-based statement. */
export interface EffectKind<Row> {
  readonly name: string
  /** inserts of a batch run before its updates */
  readonly phase: 'insert' | 'update'
  /** Of rows with the same key in one batch only the last is written, so an update has to carry whole values. */
  readonly key?: (row: Row) => string
  /** Its statement neither reads nor fires a trigger on rows that the rest of a commit writes, so all can be one statement. */
  readonly apart?: boolean
  /** Builds the statement without awaiting it, since the transaction is pipelined. */
  readonly write: (sql: Sql, rows: readonly Row[]) => Query
  (row: Row): Effect
}

export interface Effect {
  readonly kind: EffectKind<any>
  readonly row: unknown
}

/** Declares a kind of effect; calling it with a row makes the effect: `posts.insert(row)`. */
export function effect<Row>({ name, ...declared }: Omit<EffectKind<Row>, never>): EffectKind<Row> {
  const kind = Object.assign((row: Row): Effect => ({ kind, row }), declared) as EffectKind<Row>
  Object.defineProperty(kind, 'name', { value: name })
  return kind
}

/**
 * Kinds of row change whose statement follows from a table and its columns. The rows of a batch are one JSON parameter:
 * fields have the names of columns, and the table defines their types. The text is constant, so the statement stays
 * prepared. Frequent changes (posts, a thread's numbers, a pad's blocks) have statements of their own in effects/.
 */

type Column<Row> = keyof Row & string

interface Insertion<Row> {
  /** a bytea column that the row gives in hex */
  readonly hex?: Column<Row>
  /** initial values of further columns */
  readonly initial?: object
  /** an existing row stays unchanged, or takes these columns; absent when there can be none */
  readonly on_conflict?: 'nothing' | { readonly key: readonly Column<Row>[]; readonly set: readonly Column<Row>[] }
}

/** Inserts whole rows: a column that a row omits is null even if it has a default, like one that a later release adds. */
export function insertInto<Row extends object>(table: string, { hex, initial, on_conflict }: Insertion<Row> = {}) {
  const text = parts(`insert into ${table} select * from `, rowsOf(table), conflict(on_conflict))
  const columns = (row: Row): object => ({
    ...initial,
    ...row,
    ...(hex !== undefined && { [hex]: `\\x${String(row[hex])}` }),
  })
  return effect<Row>({
    name: `${table}.insert`,
    phase: 'insert',
    ...present({ key: typeof on_conflict === 'object' ? keyOf<Row>(on_conflict.key) : undefined }),
    write: (sql, rows) => sql(text, sql.json((hex || initial ? rows.map(columns) : rows) as never)),
  })
}

interface Update<Row> {
  /** columns that identify the row; default `id` */
  readonly key?: readonly Column<Row>[]
  /** columns that take the row's value */
  readonly set: readonly Column<Row>[]
  /** further assignments, in SQL */
  readonly also?: string
  /** further condition, in SQL */
  readonly where?: string
}

/** `name` is the table's and, after a dot, what happens to its row. */
export function updateOf<Row extends object>(
  name: `${string}.${string}`,
  { key = ['id' as Column<Row>], set, also, where }: Update<Row>,
): EffectKind<Row> {
  const [table = ''] = name.split('.')
  const changes = [...set.map((column) => `${column} = next.${column}`), ...(also === undefined ? [] : [also])]
  const named = key.map((column) => `${table}.${column} = next.${column}`)
  const text = parts(
    `update ${table} set ${changes.join(', ')} from `,
    rowsOf(table),
    ` next where ${[...named, ...(where === undefined ? [] : [where])].join(' and ')}`,
  )
  return effect<Row>({
    name,
    phase: 'update',
    key: keyOf<Row>(key),
    write: (sql, rows) => sql(text, sql.json(rows as never)),
  })
}

/** Deletes the rows whose columns have these values. */
export function removeFrom<Row extends object>(table: string, key: readonly Column<Row>[]): EffectKind<Row> {
  const [first, ...more] = key
  const named = key.map((column) => `${table}.${column} = gone.${column}`)
  const text =
    more.length === 0
      ? parts(`delete from ${table} where ${first} = any(`, ['', '::text[])'])
      : parts(`delete from ${table} using `, rowsOf(table), ` gone where ${named.join(' and ')}`)
  return effect<Row>({
    name: `${table}.delete`,
    phase: 'update',
    key: keyOf<Row>(key),
    write: (sql, rows) =>
      sql(text, more.length === 0 ? rows.map((row) => row[first as Column<Row>] as string) : sql.json(rows as never)),
  })
}

const rowsOf = (table: string): [string, string] => [`jsonb_populate_recordset(null::${table}, `, '::jsonb)']

/** Builds a template of the text around one parameter. */
function parts(before: string, [opens, closes]: [string, string], after = ''): TemplateStringsArray {
  const text = [before + opens, closes + after]
  return Object.assign(text, { raw: text })
}

function conflict<Row>(there: Insertion<Row>['on_conflict']): string {
  if (there === undefined) return ''
  if (there === 'nothing') return ' on conflict do nothing'
  const changes = there.set.map((column) => `${column} = excluded.${column}`)
  return ` on conflict (${there.key.join(', ')}) do update set ${changes.join(', ')}`
}

const keyOf =
  <Row extends object>(key: readonly Column<Row>[]) =>
  (row: Row): string =>
    key.map((column) => String(row[column])).join(' ')
