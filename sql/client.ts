import type postgres from 'postgres'

/** A postgres.js client or transaction: both have the same tag. */
export type Sql = postgres.Sql<Record<string, never>>
/** A query that was built and not yet awaited. */
export type Query = postgres.PendingQuery<postgres.Row[]>
