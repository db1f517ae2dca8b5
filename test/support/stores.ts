import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import type { Sql } from '../../sql/client.ts'
import { connectSql } from '../../sql/connect.ts'
import { createDatabase, urlOfDatabase } from '../../sql/databases.ts'
import { migrate } from '../../sql/migrate.ts'
import { isRunning } from '../../src/own_stores/processes.ts'
import { startStores, type OwnStores } from '../../src/own_stores/stores.ts'
import { connectRedis } from '../../src/redis/connect.ts'

/** A migrated database of its own, on the run's private server. */
export interface TestDatabase {
  readonly url: string
  /** ended with the run; a suite may end it earlier */
  readonly sql: Sql
}

/** An empty Redis server of its own. */
export interface TestRedis {
  readonly url: string
  readonly redis: Redis
}

/** One private PostgreSQL and one private Redis for each process of a run, started by the first suite that asks. */
export function stores(): Promise<Running> {
  running ??= start()
  return running
}

/** A clone of the migrated template, in some 30 ms. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { server, postgresUrl } = await stores()
  await (template ??= migrate(postgresUrl))
  const name = `test_${++databases}`
  await createDatabase(server, name, 'svc')
  const url = urlOfDatabase(postgresUrl, name)
  const sql = connectSql(url, { max: 5, name: 'svc test', idleTimeout: 5 })
  endings.push(() => sql.end({ timeout: 1 }))
  return { url, sql }
}

/** One that is there, for whoever comes to it second. */
export function databaseAt(url: string): TestDatabase {
  const sql = connectSql(url, { max: 5, name: 'svc test', idleTimeout: 5 })
  endings.push(() => sql.end({ timeout: 1 }))
  return { url, sql }
}

/** An empty database without any tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const { server, postgresUrl } = await stores()
  const name = `test_${++databases}`
  await createDatabase(server, name)
  const url = urlOfDatabase(postgresUrl, name)
  const sql = connectSql(url, { max: 5, name: 'svc test', idleTimeout: 5 })
  endings.push(() => sql.end({ timeout: 1 }))
  return { url, sql }
}

/** A Redis of its own, in some 30 ms: another suite's clock and wakes travel on channels, which numbers share. */
export async function freshRedis(): Promise<TestRedis> {
  const { dataDir } = await stores()
  const own = await startStores({ postgres: false, redis: true }, storesIn(join(dataDir, `redis-${++servers}`)))
  endings.push(() => own.stop())
  const url = own.redis?.url as string
  const redis = connectRedis({ url })
  endings.push(() => redis.disconnect())
  return { url, redis }
}

/** Runs when mocha ends, whatever failed. Later ones first. */
export function atTheEnd(ending: () => unknown): void {
  endings.push(ending)
}

interface Running {
  readonly dataDir: string
  readonly postgresUrl: string
  readonly redisUrl: string
  readonly server: Sql
  readonly embedded: OwnStores
}

let running: Promise<Running> | undefined
let template: Promise<unknown> | undefined
let databases = 0
let servers = 0
const endings: (() => unknown)[] = []
/** Of folders that a run leaves where it was killed: the next one removes them. */
export const prefix = 'svc-test-'

async function start(): Promise<Running> {
  removeLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  // the account that PostgreSQL drops to has to get in
  chmodSync(dataDir, 0o755)
  endings.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const embedded = await startStores({ postgres: true, redis: true }, storesIn(dataDir))
  endings.push(() => embedded.stop())
  const postgresUrl = embedded.postgres?.url as string
  const server = connectSql(urlOfDatabase(postgresUrl, 'postgres'), { max: 2, name: 'svc test', idleTimeout: 5 })
  endings.push(() => server.end({ timeout: 1 }))
  return { dataDir, postgresUrl, redisUrl: embedded.redis?.url as string, server, embedded }
}

const storesIn = (dataDir: string) => ({ dataDir, durable: false, say: (line: string) => console.error(line) })

/** Folders of runs that were killed; their servers ended with them. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.startsWith(prefix) && name.slice(prefix.length).split('-')[0])
    // two processes of one run may come to it at once
    if (pid > 0 && !isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 3 })
  }
}

export async function mochaGlobalTeardown(): Promise<void> {
  for (const ending of endings.toReversed())
    try {
      await ending()
    } catch (error) {
      console.error(error)
    }
}
