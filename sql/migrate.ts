import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setInterval as each, setTimeout as sleep } from 'node:timers/promises'
import { runner } from 'node-pg-migrate'
import { present } from '../src/records/present.ts'
import { root } from '../src/root.ts'
import { migrating } from '../src/rules/limits.ts'
import { parseAddress } from './address.ts'
import { type Sql, allValues } from './client.ts'
import { connectSql } from './connect.ts'
import { hasTable } from './databases.ts'
import { migrationLoader } from './migration_steps.ts'
import { renameApplied } from './regrouped_migrations.ts'
import { wherePreferred } from './runtime/encrypted.ts'
import { restampIfRestored } from './upkeep/restamp.ts'

const folder = join(root, 'sql', 'migrations')
const table = 'schema_migrations'

export interface MigrateOptions {
  /** limits how many are applied */
  readonly first?: number
  /** how long a lock is waited for, how long others go first then, and how long it is tried */
  readonly patience?: Patience
  /** called now and then while a lock is waited for, with the oldest transactions that may hold it */
  readonly onWait?: (held: readonly Held[]) => void
}

interface Patience {
  readonly lock: number
  readonly pause: number
  readonly longest: number
}

interface Held {
  readonly by: string
  readonly since: Date
}

const appName = 'svc migrations'

/**
 * Applies the missing migrations and returns their names: each in full or not at all, except those that run step by step
 * (migration_steps.ts). Of concurrent runners one works, and the others find nothing to do afterwards.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const sql = connectSql(databaseUrl, { max: 1, name: 'svc migrate' })
  const { first, patience = migrating, onWait } = options
  const ended = new AbortController()
  try {
    await renameApplied(sql, table, await knownMigrations())
    const telling = onWait && tellOfWaits(sql, patience, onWait, ended.signal)
    const applied = await runPatiently(sql, databaseUrl, patience, first).finally(() => ended.abort())
    await telling
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
  { lock, pause, longest }: Patience,
  first?: number,
): Promise<string[]> {
  const applied: string[] = []
  const tooLong = AbortSignal.timeout(longest)
  for (;;) {
    const before = await pendingMigrations(sql)
    try {
      const count = first === undefined ? undefined : first - applied.length
      return [...applied, ...(await run(databaseUrl, { lock, longest }, count))]
    } catch (error) {
      const own = !isOther(error)
      if ((own && !lockedOut.has((error as { code?: unknown }).code)) || tooLong.aborted) throw error
      const pending = new Set(await pendingMigrations(sql))
      if (own) applied.push(...before.filter((name) => !pending.has(name)))
      await sleep(pause)
    }
  }
}

/** SQLSTATE of a lock timeout and of a deadlock. */
const lockedOut: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/**
 * Another runner works. It is not waited for by a statement: building an index concurrently waits for all statements that
 * run beside it, so the two would wait for each other.
 */
const isOther = (error: unknown): boolean => (error as Error).message.startsWith('Another migration is already running')

/** after how many further checks it is told again who is waited for */
const toldEvery = 20

async function tellOfWaits(
  sql: Sql,
  { lock }: Patience,
  onWait: NonNullable<MigrateOptions['onWait']>,
  signal: AbortSignal,
): Promise<void> {
  let waits = 0
  try {
    for await (const _ of each(lock, undefined, { signal })) {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and application_name = ${appName}
          and wait_event_type = 'Lock'`
      if (waiting.length > 0 && waits++ % toldEvery === 0) onWait(await holders(sql))
    }
  } catch {
    // the work ended, or the database failed, which the migrations report
  }
}

const holders = (sql: Sql): Promise<readonly Held[]> =>
  sql<Held[]>`
    select trim(application_name) as by, xact_start as since from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> ${appName}
      and backend_type = 'client backend' and xact_start is not null
    order by xact_start limit 3`

async function run(databaseUrl: string, { lock, longest }: Omit<Patience, 'pause'>, first?: number): Promise<string[]> {
  const applied = await runner({
    databaseUrl: { ...(await pgAddress(databaseUrl)), application_name: appName, lock_timeout: lock },
    dir: folder,
    ignorePattern: '(?!.*\\.sql$).*',
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: migrationLoader(longest) }],
    migrationsTable: table,
    direction: 'up',
    advisoryLockMode: 'fail',
    // names of an earlier grouping may be among them (regrouped_migrations.ts)
    checkOrder: false,
    log: () => undefined,
    ...present({ count: first }),
  })
  return applied.map(({ name }) => name)
}

/** For node-pg, which connects plainly or encrypted and asks no server what it offers. */
async function pgAddress(databaseUrl: string) {
  const { url, socket, host, encryption } = parseAddress(databaseUrl)
  const { port: given, username, password, pathname } = new URL(url)
  const port = Number(given || 5432)
  return {
    host,
    port,
    user: socket.user ?? decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ssl: encryption === 'prefer' ? await wherePreferred(host, port) : encryption,
  }
}

/** Returns the names of migrations that this code has and the database lacks. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const [known, applied] = [await knownMigrations(), new Set(await appliedMigrations(sql))]
  return known.filter((name) => !applied.has(name))
}

/** Returns the names of applied migrations, in the order in which they were applied. */
export async function appliedMigrations(sql: Sql): Promise<string[]> {
  return (await hasTable(sql, table)) ? allValues(sql`select name from ${sql(table)} order by id`) : []
}

/** Returns the names of all migrations of this code, in order. */
export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}
