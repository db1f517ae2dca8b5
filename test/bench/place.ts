import { fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../../sql/client.ts'
import { connectSql } from '../../sql/connect.ts'
import { createDatabase, urlOfDatabase } from '../../sql/databases.ts'
import { migrate } from '../../sql/migrate.ts'
import { startStores } from '../../src/own_stores/stores.ts'
import { connectRedis } from '../../src/redis/connect.ts'
import { root } from '../../src/root.ts'

/** Private stores with fsync on, and processes on them. Everything ends with stop(), or with this process. */
export interface Place {
  /** of the service's database, migrated */
  readonly databaseUrl: string
  readonly redisUrl: string
  open(databaseUrl: string): Sql
  /** A second database with the same tables and rows, for a baseline; nobody may be connected to the first. */
  copy(): Promise<string>
  /** the whole service as `npm start` runs it, or a process of one role; gives its port when it answers */
  service(env?: Readonly<Record<string, string>>, role?: 'web' | 'actors'): Promise<Service>
  /** a baseline; `parts` is its argument, beside the port that it gets here */
  baseline(name: string, parts: object): Promise<number>
  readonly versions: { readonly postgres: string; readonly redis: string }
  stop(): Promise<void>
}

export interface Service {
  readonly port: number
  readonly pid: number
  readonly cronSecret: string
  stop(): Promise<void>
}

export async function openPlace(say: (line: string) => void): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  // the account that PostgreSQL drops to has to get in
  chmodSync(dataDir, 0o755)
  const endings: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  const stores = await startStores({ postgres: true, redis: true }, { dataDir, durable: true, say })
  endings.push(() => stores.stop())
  const databaseUrl = stores.postgres?.url as string
  const redisUrl = stores.redis?.url as string
  await migrate(databaseUrl)
  const open = (url: string): Sql => {
    const sql = connectSql(url, { max: 2, name: 'bench', idleTimeout: 1 })
    endings.push(() => sql.end({ timeout: 1 }))
    return sql
  }
  const server = open(urlOfDatabase(databaseUrl, 'postgres'))

  return {
    databaseUrl,
    redisUrl,
    open,
    versions: { postgres: await postgresVersion(server), redis: await redisVersion(redisUrl) },
    async copy() {
      await createDatabase(server, 'baseline', new URL(databaseUrl).pathname.slice(1))
      return urlOfDatabase(databaseUrl, 'baseline')
    },
    async service(env = {}, role) {
      const service = await startService({ dataDir, databaseUrl, redisUrl, env, role })
      endings.push(() => service.stop())
      return service
    },
    async baseline(name, parts) {
      const port = await freePort()
      const child = fork(new URL(`baselines/${name}.js`, import.meta.url), [JSON.stringify({ port, ...parts })])
      endings.push(() => child.connected && child.disconnect())
      const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
      if (said !== 'listening') throw new Error(`the baseline ${name} did not start`)
      return port
    },
    async stop() {
      for (const ending of endings.splice(0).toReversed()) await ending()
    },
  }
}

async function startService({
  dataDir,
  databaseUrl,
  redisUrl,
  env,
  role,
}: {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly env: Readonly<Record<string, string>>
  readonly role: 'web' | 'actors' | undefined
}): Promise<Service> {
  const port = await freePort()
  const cronSecret = randomBytes(16).toString('hex')
  const log = join(process.env['BENCH_LOG'] ?? dataDir, `service-${port}.log`)
  const child = spawn(
    process.execPath,
    [
      ...(process.env['BENCH_NODE_ARGS']?.split(' ').filter(Boolean) ?? []),
      ...startArguments(),
      ...(role ? [role] : []),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PROF'))),
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        [role === 'actors' ? 'METRICS_PORT' : 'PORT']: String(port),
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        DATA_DIR: dataDir,
        CRON_SECRET: cronSecret,
        SVC_PUBLIC_THREADS: '1',
        SVC_PACE: 'off',
        ...env,
      },
    },
  )
  const written = createWriteStream(log)
  child.stdout.pipe(written, { end: false })
  child.stderr.pipe(written, { end: false })
  const ended = once(child, 'exit')
  await answering(port, ended, log)
  return {
    port,
    pid: child.pid as number,
    cronSecret,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** What `npm start` gives to node. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [, args = ''] = scripts.start.split('node ')
  return args.split(' ').map((arg) => (arg.endsWith('.js') ? join(root, arg) : arg))
}

async function answering(port: number, ended: Promise<unknown>, log: string): Promise<void> {
  let gone = false
  void ended.then(() => (gone = true))
  for (const end = Date.now() + 120_000; Date.now() < end && !gone; await pause(50)) {
    const healthy = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return
  }
  throw new Error(`the service did not start; its log is ${log} (set BENCH_LOG to a folder to keep it)`)
}

/** Free a moment ago: the service takes a port by number, because its address has to name it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function postgresVersion(sql: Sql): Promise<string> {
  const [row] = await sql<{ server_version: string }[]>`show server_version`
  return row?.server_version.split(' ')[0] ?? 'unknown'
}

async function redisVersion(url: string): Promise<string> {
  const redis = connectRedis({ url, name: 'svc bench' })
  try {
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown'
  } finally {
    redis.disconnect()
  }
}
