import type { Query, Sql } from '../../client.ts'

/** A position among the changes of a window. */
export interface ChangePosition {
  /** `late` for those that changed again after the window: they come last, by id, so that paging ends */
  readonly at: Date
  readonly id: string
}

export const late = new Date(0)

export const isLate = (past: ChangePosition | undefined): boolean => past?.at.getTime() === late.getTime()

/** Two snapshots of the database in PostgreSQL's text form; src/reading/catch_up/catch_up_cursor.ts says why times would not do. */
export interface Window {
  /** the beginning, as shown to people; it bounds the window only when `seen` is absent */
  readonly since: Date
  readonly seen?: string | undefined
  readonly until: string
}

/** The current snapshot: which transactions have ended. */
export async function presentSnapshot(sql: Sql): Promise<string> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`
  if (!row) throw new Error('PostgreSQL gave no snapshot')
  return row.snapshot
}

export const inside = (sql: Sql, stamp: Query, snapshot: string): Query =>
  sql`pg_visible_in_snapshot(${stamp}, ${snapshot}::pg_snapshot)`

/** The plain comparison of stamps exists for the index. */
export const outside = (sql: Sql, stamp: Query, snapshot: string): Query =>
  sql`(${stamp} >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not ${inside(sql, stamp, snapshot)})`

/** A change not seen before the window. */
export const unseen = (sql: Sql, { since, seen }: Window, at: Query, stamp: Query): Query =>
  seen === undefined ? sql`${at} > ${since}` : outside(sql, stamp, seen)

export const within = (sql: Sql, window: Window, at: Query, stamp: Query): Query =>
  sql`(${unseen(sql, window, at, stamp)} and ${inside(sql, stamp, window.until)})`

export const beyond = (sql: Sql, past: ChangePosition | undefined, at: Query, id: Query): Query =>
  past === undefined ? sql`true` : isLate(past) ? sql`false` : sql`(${at}, ${id}) > (${past.at}, ${past.id})`
