import type { Query, Sql } from './client.ts'

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
