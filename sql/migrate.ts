import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import { present } from '../src/records/present.ts'
import { root } from '../src/root.ts'
import type { Sql } from './client.ts'
import { connectSql } from './connect.ts'
import { renameApplied } from './regrouped.ts'
import { restampIfRestored } from './runtime/restamp.ts'

const folder = join(root, 'sql', 'migrations')
const table = 'schema_migrations'

/**
 * Applies the missing migrations, each in full or not at all, and returns their names. Concurrent runners wait for each
 * other; the later ones find nothing to do. `first` limits how many are applied.
 */
export async function migrate(databaseUrl: string, first?: number): Promise<string[]> {
  const sql = connectSql(databaseUrl, { max: 1, name: 'svc migrate' })
  try {
    await renameApplied(sql, table, await knownMigrations())
    const applied = await run(databaseUrl, first)
    // a partly migrated schema may lack what restamping queries
    if (first === undefined) await restampIfRestored(sql)
    return applied
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function run(databaseUrl: string, first?: number): Promise<string[]> {
  const applied = await runner({
    databaseUrl,
    dir: folder,
    ignorePattern: '(?!.*\\.sql$).*',
    migrationsTable: table,
    direction: 'up',
    advisoryLockMode: 'wait',
    // names of an earlier grouping may be among them (regrouped.ts)
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
