import { pipeline } from 'node:stream/promises'
import type { Sql } from '../client.ts'
import { connectSql } from '../connect.ts'
import { appliedMigrations, knownMigrations, migrate } from '../migrate.ts'
import { asNamedToday, BetweenReleases } from '../regrouped.ts'
import { type Frame, framesIn } from './frames.ts'

/** Why a backup cannot be put back here: words for whoever asked for it. */
export class NotRestored extends Error {}

/**
 * Puts a backup into a database that holds nobody yet: the schema as it was then, every row in one transaction, and then
 * what migrations came since. Gives how many tables it filled.
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

/** Nothing of a database is touched that is in use, or stands elsewhere: whoever restores may have named the wrong one. */
async function migrateAsThen(sql: Sql, databaseUrl: string, named: readonly string[]): Promise<void> {
  const known = await knownMigrations()
  const then = inTodaysNames(named, known)
  if (then.some((name, n) => known[n] !== name))
    throw new NotRestored('The backup is of a newer version of this service. Restore it with that one.')
  await refuseUsed(sql)
  const applied = await appliedMigrations(sql)
  if (applied.some((name, n) => then[n] !== name))
    throw new NotRestored('The database stands at another version than the backup. Restore into an empty one.')
  if (applied.length < then.length) await migrate(databaseUrl, then.length - applied.length)
}

function inTodaysNames(named: readonly string[], known: readonly string[]): readonly string[] {
  try {
    return asNamedToday(named, known)
  } catch (error) {
    throw error instanceof BetweenReleases
      ? new NotRestored(`The backup cannot be restored here. ${error.message}`)
      : error
  }
}

async function refuseUsed(sql: Sql): Promise<void> {
  const [there] = await sql<{ present: boolean }[]>`select to_regclass('participant') is not null as present`
  const [somebody] = there?.present ? await sql`select from participant limit 1` : []
  if (somebody) throw new NotRestored('The database is not empty. A backup is put into one that nobody used yet.')
}

/** They count the transactions of the server that the backup is of. Without them something is told twice, and nothing lost. */
async function forgetCursors(sql: Sql): Promise<void> {
  const [there] = await sql<{ present: boolean }[]>`select to_regclass('caught_up') is not null as present`
  if (there?.present) await sql`delete from caught_up`
}

/** Triggers stand still meanwhile: what they keep is in the backup itself. */
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

/** Numbers that the database gives out go on where they were. */
async function countOn(sql: Sql, name: string): Promise<void> {
  const numbered = await sql<{ column: string; sequence: string }[]>`
    select a.attname as column, pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) as sequence
    from pg_attribute a where a.attrelid = ${name}::regclass and a.attidentity <> '' and not a.attisdropped`
  for (const { column, sequence } of numbered)
    await sql`select setval(${sequence}::regclass, (select coalesce(max(${sql(column)}), 0) + 1 from ${sql(name)}), false)`
}
