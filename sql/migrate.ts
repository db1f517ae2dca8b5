import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runner } from 'node-pg-migrate'
import { present } from '../src/records/present.ts'
import { root } from '../src/root.ts'
import { migrating } from '../src/rules/limits.ts'
import type { Sql } from './client.ts'
import { connectSql } from './connect.ts'
import { renameApplied } from './regrouped_migrations.ts'
import { restampIfRestored } from './upkeep/restamp.ts'

const folder = join(root, 'sql', 'migrations')
const table = 'schema_migrations'

export interface MigrateOptions {
  /** limits how many are applied */
  readonly first?: number
  /** how long a lock is waited for, how long others go first then, and how often it is tried */
  readonly patience?: { readonly lock: number; readonly pause: number; readonly tries: number }
  /** told now and then while a lock is held: by whose transactions, the oldest first */
  readonly onWait?: (held: readonly Held[]) => void
}

interface Held {
  readonly by: string
  readonly since: Date
}

/**
 * Applies the missing migrations, each in full or not at all, and returns their names. Concurrent runners wait for each
 * other; the later ones find nothing to do.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const sql = connectSql(databaseUrl, { max: 1, name: 'svc migrate' })
  const { first } = options
  try {
    await renameApplied(sql, table, await knownMigrations())
    const applied = await runPatiently(sql, databaseUrl, options)
    // a partly migrated schema may lack what restamping queries
    if (first === undefined) await restampIfRestored(sql)
    return applied
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * Changing a table takes a lock on it that no one else may hold. While a migration waits for that lock, later statements
 * queue behind it, so each wait is short and then tried again: a backup may hold every table for long.
 */
async function runPatiently(
  sql: Sql,
  databaseUrl: string,
  { first, patience = migrating, onWait }: MigrateOptions,
): Promise<string[]> {
  const applied: string[] = []
  for (let tried = 1; ; tried++) {
    const before = await pendingMigrations(sql)
    try {
      const count = first === undefined ? undefined : first - applied.length
      return [...applied, ...(await run(databaseUrl, patience.lock, count))]
    } catch (error) {
      if (!lockedOut.has((error as { code?: unknown }).code) || tried >= patience.tries) throw error
      const pending = new Set(await pendingMigrations(sql))
      applied.push(...before.filter((name) => !pending.has(name)))
      if (tried % 10 === 1) onWait?.(await holders(sql))
      await sleep(patience.pause)
    }
  }
}

/** A lock was not there in time, or whoever has it waits for one of the migration's. */
const lockedOut: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

async function holders(sql: Sql): Promise<readonly Held[]> {
  return await sql<Held[]>`
    select trim(application_name) as by, xact_start as since from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`
}

async function run(databaseUrl: string, lock: number, first?: number): Promise<string[]> {
  const applied = await runner({
    databaseUrl: { connectionString: databaseUrl, application_name: 'svc migrations', lock_timeout: lock },
    dir: folder,
    ignorePattern: '(?!.*\\.sql$).*',
    migrationsTable: table,
    direction: 'up',
    advisoryLockMode: 'wait',
    // names of an earlier grouping may be among them (regrouped_migrations.ts)
    checkOrder: false,
    log: () => undefined,
    ...present({ count: first }),
  })
  return applied.map(({ name }) => name)
}

/** Returns the names of migrations that this code has and the database lacks. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const [known, applied] = [await knownMigrations(), new Set(await appliedMigrations(sql))]
  return known.filter((name) => !applied.has(name))
}

/** Returns the names of applied migrations, in the order in which they were applied. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const [there] = await sql<{ present: boolean }[]>`select to_regclass(${table}) is not null as present`
  if (!there?.present) return []
  const rows = await sql<{ name: string }[]>`select name from ${sql(table)} order by id`
  return rows.map(({ name }) => name)
}

/** Returns the names of all migrations of this code, in order. */
export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}
