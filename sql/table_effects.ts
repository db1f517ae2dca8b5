import { type EffectKind, effect } from './effect.ts'

/*
 * Kinds of row change whose statement follows from a table and its columns. One parameter carries the rows of a batch as
 * JSON, so a row's fields go by the names of the columns, and the table gives them their types. The text is made once:
 * the statement stays prepared. What most commits write (posts, a thread's numbers, a pad's blocks) has statements of
 * its own in effects/.
 */

type Column<Row> = keyof Row & string

interface Insertion<Row> {
  /** a column of bytes that the row gives in hex */
  readonly hex?: Column<Row>
  /** what every new row has besides */
  readonly starts?: object
  /** a row that is there stays as it is, or takes these columns; left out: there is none */
  readonly where_there?: 'stays' | { readonly key: readonly Column<Row>[]; readonly set: readonly Column<Row>[] }
}

/** Whole rows: a column that a row leaves out is null. */
export function insertInto<Row extends object>(table: string, { hex, starts, where_there }: Insertion<Row> = {}) {
  const text = parts(`insert into ${table} select * from `, rowsOf(table), conflict(where_there))
  const columns = (row: Row): object => ({
    ...starts,
    ...row,
    ...(hex !== undefined && { [hex]: `\\x${String(row[hex])}` }),
  })
  return effect<Row>({
    name: `${table}.insert`,
    phase: 'insert',
    ...(typeof where_there === 'object' && { key: keyOf<Row>(where_there.key) }),
    write: (sql, rows) => sql(text, sql.json((hex || starts ? rows.map(columns) : rows) as never)),
  })
}

interface Update<Row> {
  /** columns that say which row it is; left out: `id` */
  readonly key?: readonly Column<Row>[]
  /** columns that take the row's value */
  readonly set: readonly Column<Row>[]
  /** what else changes, in SQL */
  readonly also?: string
  /** which of the rows so named change, in SQL */
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

/** The rows whose columns are as these say. */
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

/** The text around one parameter, as a tag takes it. */
function parts(before: string, [opens, closes]: [string, string], after = ''): TemplateStringsArray {
  const text = [before + opens, closes + after]
  return Object.assign(text, { raw: text })
}

function conflict<Row>(there: Insertion<Row>['where_there']): string {
  if (there === undefined) return ''
  if (there === 'stays') return ' on conflict do nothing'
  const changes = there.set.map((column) => `${column} = excluded.${column}`)
  return ` on conflict (${there.key.join(', ')}) do update set ${changes.join(', ')}`
}

const keyOf =
  <Row extends object>(key: readonly Column<Row>[]) =>
  (row: Row): string =>
    key.map((column) => String(row[column])).join(' ')
