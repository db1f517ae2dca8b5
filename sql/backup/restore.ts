import { pipeline } from 'node:stream/promises'
import { type Sql, hasRow } from '../client.ts'
import { connectSql } from '../connect.ts'
import { hasTable } from '../databases.ts'
import { appliedMigrations, knownMigrations, migrate } from '../migrate.ts'
import { currentNames, BetweenReleases } from '../regrouped_migrations.ts'
import { type Frame, framesIn } from './frames.ts'

/** The backup cannot be restored here; the message is for the operator. */
export class NotRestored extends Error {}

/**
 * Restores a backup into a database without participants: applies the migrations of that time, inserts every row in one
 * transaction, then applies the later migrations. Returns the number of tables filled.
 */
export async function restore(databaseUrl: string, backup: AsyncIterable<Buffer>): Promise<number> {
  const frames = framesIn(backup)
  const { value: head } = await frames.next()
  if (head?.kind !== 'head' || head.said.version !== 1) throw new NotRestored('This is no backup of this service.')
  const sql = connectSql(databaseUrl, { max: 1, name: 'svc restore' })
  try {
    await migrateAsThen(sql, databaseUrl, head.said.migrations as string[])
    const filled = await fillWhole(sql, frames)
    await migrate(databaseUrl)
    return filled
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function fillWhole(sql: Sql, frames: AsyncGenerator<Frame>): Promise<number> {
  const reserved = (await sql.reserve()) as unknown as Sql & { release(): void }
  try {
    await reserved`begin`
    await refuseUsed(reserved)
    const filled = await fill(reserved, frames)
    await forgetCursors(reserved)
    await reserved`commit`
    await reserved`analyze`
    return filled
  } catch (error) {
    await reserved`rollback`
    throw error
  } finally {
    reserved.release()
  }
}

/** Changes nothing in a database that is in use or at another version: the operator may have named the wrong one. */
async function migrateAsThen(sql: Sql, databaseUrl: string, named: readonly string[]): Promise<void> {
  const known = await knownMigrations()
  const then = inTodaysNames(named, known)
  if (then.some((name, n) => known[n] !== name))
    throw new NotRestored('The backup is of a newer version of this service. Restore it with that one.')
  await refuseUsed(sql)
  const applied = await appliedMigrations(sql)
  if (applied.some((name, n) => then[n] !== name))
    throw new NotRestored('The database stands at another version than the backup. Restore into an empty one.')
  if (applied.length < then.length) await migrate(databaseUrl, { first: then.length - applied.length })
}

function inTodaysNames(named: readonly string[], known: readonly string[]): readonly string[] {
  try {
    return currentNames(named, known)
  } catch (error) {
    throw error instanceof BetweenReleases
      ? new NotRestored(`The backup cannot be restored here. ${error.message}`)
      : error
  }
}

async function refuseUsed(sql: Sql): Promise<void> {
  if ((await hasTable(sql, 'participant')) && (await hasRow(sql`select from participant limit 1`)))
    throw new NotRestored('The database is not empty. A backup is put into one that nobody used yet.')
}

/** Cursors count transactions of the original server. Without them a catch_up repeats something, and loses nothing. */
async function forgetCursors(sql: Sql): Promise<void> {
  if (await hasTable(sql, 'caught_up')) await sql`delete from caught_up`
}

/** User triggers are disabled: the rows that they maintain are in the backup. */
async function fill(sql: Sql, frames: AsyncGenerator<Frame>): Promise<number> {
  let tables = 0
  let whole = false
  let next = await frames.next()
  while (!next.done) {
    const frame: Frame = next.value
    if (frame.kind === 'end') whole = frame.said.tables === tables
    if (frame.kind !== 'table') {
      next = await frames.next()
      continue
    }
    tables++
    const { name, columns } = frame.said as { name: string; columns: string[] }
    await sql`truncate ${sql(name)}`
    await sql`alter table ${sql(name)} disable trigger user`
    const into = await sql`copy ${sql(name)} (${sql(columns)}) from stdin`.writable()
    async function* rows(): AsyncGenerator<Buffer> {
      for (;;) {
        next = await frames.next()
        if (next.done || next.value.kind !== 'rows') return
        yield next.value.bytes
      }
    }
    await pipeline(rows(), into)
    await sql`alter table ${sql(name)} enable trigger user`
    await countOn(sql, name)
  }
  if (!whole) throw new NotRestored('The backup is not whole.')
  return tables
}

/** Sets identity sequences to continue after the restored rows. */
async function countOn(sql: Sql, name: string): Promise<void> {
  const numbered = await sql<{ column: string; sequence: string }[]>`
    select a.attname as column, pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) as sequence
    from pg_attribute a where a.attrelid = ${name}::regclass and a.attidentity <> '' and not a.attisdropped`
  for (const { column, sequence } of numbered)
    await sql`select setval(${sequence}::regclass, (select coalesce(max(${sql(column)}), 0) + 1 from ${sql(name)}), false)`
}
