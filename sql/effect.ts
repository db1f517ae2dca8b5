import type { Query, Sql } from './client.ts'

/** One kind of row change. All rows of a batch go in one set-based statement. */
export interface EffectKind<Row> {
  readonly name: string
  /** inserts of a batch run before its updates */
  readonly phase: 'insert' | 'update'
  /** Rows of one batch with the same key: only the last is written, so an update carries whole values. */
  readonly key?: (row: Row) => string
  /** Builds the statement without awaiting it: the transaction is pipelined. */
  readonly write: (sql: Sql, rows: readonly Row[]) => Query
  (row: Row): Effect
}

export interface Effect {
  readonly kind: EffectKind<any>
  readonly row: unknown
}

interface Declared<Row> {
  name: string
  phase: 'insert' | 'update'
  key?: (row: Row) => string
  write: (sql: Sql, rows: readonly Row[]) => Query
}

/** Declares a kind of effect; calling it with a row makes the effect: `posts.insert(row)`. */
export function effect<Row>({ name, ...declared }: Declared<Row>): EffectKind<Row> {
  const kind = Object.assign((row: Row): Effect => ({ kind, row }), declared) as EffectKind<Row>
  Object.defineProperty(kind, 'name', { value: name })
  return kind
}
