import type postgres from 'postgres'
import { grouped } from '../src/records/grouped.ts'
import { present } from '../src/records/present.ts'

/** A postgres.js client or transaction: both have the same tag. */
export type Sql = postgres.Sql<Record<string, never>>
/** A query that was built and not yet awaited. */
export type Query = postgres.PendingQuery<postgres.Row[]>

/**
 * Returns the rows of a statement as records, without null fields. The columns have the names of the record's fields, so
 * a row has one type, that of its readers.
 */
export async function records<Found extends object>(statement: Query): Promise<Found[]> {
  return (await statement).map((row) => present(row) as Found)
}

export async function firstRow<Row extends object>(statement: Query): Promise<Row | undefined> {
  const [row] = await statement
  return row as Row | undefined
}

/** Returns the first row without null fields. */
export async function firstRecord<Found extends object>(statement: Query): Promise<Found | undefined> {
  const [row] = await statement
  return row && (present(row) as Found)
}

/** Returns the only column of the first row; undefined when it is null, too. */
export async function firstValue<Value>(statement: Query): Promise<Value | undefined> {
  const [value] = await allValues<Value | null>(statement)
  return value ?? undefined
}

/** Returns a number that a statement counts; 0 where there is no row. */
export const countOf = async (statement: Query): Promise<number> => (await firstValue<number>(statement)) ?? 0

export const hasRow = async (statement: Query): Promise<boolean> => (await statement).length > 0

/** Returns the only column of all rows. */
export async function allValues<Value>(statement: Query): Promise<Value[]> {
  return (await statement).map((row) => Object.values(row)[0] as Value)
}

/** Returns records by the column `key`, which is no field of the record. */
export async function recordsByKey<Found extends object>(statement: Query): Promise<Map<string, Found>> {
  const rows = await statement
  return new Map(rows.map(({ key, ...row }) => [key as string, present(row) as Found]))
}

/** Returns the column `value` by the column `key`. */
export async function valuesByKey<Value>(statement: Query): Promise<Map<string, Value>> {
  return new Map((await statement).map(({ key, value }) => [key as string, value as Value]))
}

/** Groups records by the column `key`, in the order of the statement. */
export async function groupsByKey<Found extends object>(statement: Query): Promise<Map<string, Found[]>> {
  const rows = await statement
  return grouped(rows.map(({ key, ...row }) => [key as string, present(row) as Found]))
}

/** Converts a time, a column or what it is made from, to epoch milliseconds, as actors store times. */
export const inMs = (sql: Sql, time: string | Query): Query =>
  sql`floor(extract(epoch from ${typeof time === 'string' ? sql(time) : time}) * 1000)::bigint`
