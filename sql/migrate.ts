import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import { root } from '../src/root.ts'
import type { Sql } from './client.ts'
import { connectSql } from './connect.ts'
import { renameApplied } from './regrouped.ts'
import { restampIfRestored } from './runtime/restamp.ts'

const folder = join(root, 'sql', 'migrations')
const table = 'schema_migrations'

/**
 * Applies what is missing of sql/migrations, each whole or not at all, and gives the names of what it applied.
 * Runners that start together wait for each other; the later ones find nothing to do. `first`: only so many of
 * what is missing.
 */
export async function migrate(databaseUrl: string, first?: number): Promise<string[]> {
  const sql = connectSql(databaseUrl, { max: 1, name: 'svc migrate' })
  try {
    await renameApplied(sql, table, await knownMigrations())
    const applied = await run(databaseUrl, first)
    // half a schema may lack what the newer half is asked
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
    // names of an earlier grouping may stand between them (regrouped.ts)
    checkOrder: false,
    log: () => undefined,
    ...(first !== undefined && { count: first }),
  })
  return applied.map(({ name }) => name)
}

/** Names of migrations that this code brings and the database lacks: a schema that is behind. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const [known, applied] = [await knownMigrations(), new Set(await appliedMigrations(sql))]
  return known.filter((name) => !applied.has(name))
}

/** Names of what the database has, in the order in which it came. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  const [there] = await sql<{ present: boolean }[]>`select to_regclass(${table}) is not null as present`
  if (!there?.present) return []
  const rows = await sql<{ name: string }[]>`select name from ${sql(table)} order by id`
  return rows.map(({ name }) => name)
}

/** Names of all that this code brings, in their order. */
export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}
