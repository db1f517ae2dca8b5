import { type ChildProcess, fork } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Redis } from 'ioredis'
import type { Store } from '../../src/own_stores/store.ts'
import { startRedis } from '../../src/own_stores/redis.ts'
import { connectRedis } from '../../src/redis/connect.ts'
import { seconds } from '../../src/rules/units.ts'
import type { Sql } from '../../sql/client.ts'
import { openDetour } from '../support/detour.ts'
import { freshDatabase } from '../support/stores.ts'
import { createLedgerTables } from './ledger.ts'
import type { News, Order } from './load.ts'
import { openRecord, type Record } from './record.ts'

/** A process of ours; signals reach nothing else. */
export interface Child {
  readonly name: string
  /** of a host: as the owner of its shards */
  readonly id: string
  readonly process: ChildProcess
  /** exit code or signal, once it is gone */
  readonly gone: Promise<number | string>
}

export interface FrontChild extends Child {
  send(order: Order): void
  readonly waits: { woken: number; quiet: number; missed: number }
  readonly idle: Promise<void>
}

/** Hosts, front-ends and a Redis of their own, each a real process, on a database of their own. */
export interface Cluster {
  readonly databaseUrl: string
  readonly sql: Sql
  readonly redis: Redis
  readonly record: Record
  host(): Promise<Child>
  front(): Promise<FrontChild>
  /** what they all waited for and missed, of those that live and those that died */
  missedWaits(): number
  wokenWaits(): number
  restartRedis(): Promise<void>
  /** Redis dies, and comes back with what it had so many milliseconds before. */
  restoreRedis(before: number): Promise<void>
  /** Redis dies, and its address leads to what was its replica, which lacks what it was told in the last `lacks` milliseconds. */
  failOverRedis(lacks?: number): Promise<void>
  /** every command and answer of Redis takes so many milliseconds longer */
  delayRedis(milliseconds: number): void
  /** frees the shards of the dead as if their leases had ended */
  endLeases(): Promise<void>
  /** every shard is owned by one of these, and writes are answered */
  calm(hosts: readonly Child[]): Promise<void>
  stop(): Promise<void>
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

export async function startCluster(): Promise<Cluster> {
  const { url: databaseUrl, sql } = await freshDatabase()
  await createLedgerTables(sql)
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-chaos-'))
  const startStore = (): Promise<Store> =>
    startRedis({ dataDir: home, durable: true, say: (line) => console.error(line) })
  let home = dataDir
  let store = await startStore()
  const detour = await openDetour(store.url)
  const redisUrl = `redis://${detour.address}`
  const redis = connectRedis({ url: redisUrl })
  const record = openRecord()
  const children = new Set<Pick<Child, 'process' | 'gone'>>()
  const fronts: FrontChild[] = []
  let names = 0

  async function start(file: string, name: string, hear: (news: News) => void): Promise<Child> {
    const child = fork(here(file), [databaseUrl, redisUrl, name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const gone = new Promise<number | string>((resolve) =>
      child.once('exit', (code, signal) => {
        for (const one of children) if (one.process === child) children.delete(one)
        resolve(signal ?? code ?? 0)
      }),
    )
    const running = { name, process: child, gone }
    children.add(running)
    const id = await new Promise<string>((resolve, reject) => {
      child.on('message', (news: News) => ('ready' in news ? resolve(news.ready) : hear(news)))
      void gone.then((how) => reject(new Error(`${name} did not start: ${how}`)))
    })
    return { ...running, id }
  }

  async function killRedis(): Promise<void> {
    process.kill(Number.parseInt(readFileSync(join(home, 'redis', 'redis.pid'), 'utf8'), 10), 'SIGKILL')
    await store.gone
  }

  return {
    databaseUrl,
    sql,
    redis,
    record,
    host: () => start('host_process.js', `host ${++names}`, () => undefined),
    async front() {
      const waits = { woken: 0, quiet: 0, missed: 0 }
      let idle: () => void = () => undefined
      const whenIdle = new Promise<void>((resolve) => (idle = resolve))
      const child = await start('front_process.js', `front ${++names}`, (news) => {
        if ('heard' in news) record.take(news.heard)
        else if ('waits' in news) Object.assign(waits, news.waits)
        else if ('idle' in news) idle()
      })
      const front: FrontChild = {
        ...child,
        send: (order) => void child.process.send(order),
        waits,
        idle: whenIdle,
      }
      fronts.push(front)
      return front
    },
    missedWaits: () => fronts.reduce((sum, { waits }) => sum + waits.missed, 0),
    wokenWaits: () => fronts.reduce((sum, { waits }) => sum + waits.woken, 0),
    async restartRedis() {
      await killRedis()
      store = await startStore()
    },
    async restoreRedis(before) {
      const [now, kept] = [join(home, 'redis'), join(dataDir, 'kept')]
      cpSync(now, kept, { recursive: true })
      await pause(before)
      await killRedis()
      rmSync(now, { recursive: true })
      renameSync(kept, now)
      store = await startStore()
    },
    async failOverRedis(lacks = 0) {
      const primary = await openDetour(store.url)
      const next = join(home, 'replica')
      const replica = await startRedis({ dataDir: next, durable: true, say: (line) => console.error(line) })
      const direct = connectRedis({ url: replica.url })
      const [host = '', port = ''] = primary.address.split(':')
      await direct.replicaof(host, port)
      await until(
        async () => (await direct.info('replication')).includes('master_link_status:up'),
        'the replica follows',
      )
      if (lacks > 0) await direct.replicaof('NO', 'ONE')
      await pause(lacks)
      await killRedis()
      await direct.replicaof('NO', 'ONE')
      ;[home, store] = [next, replica]
      detour.leadTo(replica.url)
      direct.disconnect()
      primary.close()
    },
    delayRedis: (milliseconds) => detour.delay(milliseconds),
    async endLeases() {
      await sql`update shard set lease_until = '-infinity' where owner is not null`
      await sql`delete from host`
    },
    async calm(hosts) {
      const before = record.answered()
      await until(async () => {
        const [row] = await sql<{ held: number }[]>`
          select count(*)::int as held from shard
          where owner = any (${hosts.map(({ id }) => id)}::uuid[]) and lease_until > clock_timestamp()`
        return row?.held === 64 && record.answered() > before + 100
      }, 'every shard is owned and writes are answered')
    },
    async stop() {
      for (const child of children) {
        child.process.kill('SIGCONT')
        child.process.kill('SIGKILL')
      }
      await Promise.all([...children].map(({ gone }) => gone))
      redis.disconnect()
      detour.close()
      await store.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Polls; the deadline is for a slow machine, nobody waits so long on a fast one. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  within = seconds(40),
): Promise<void> {
  const ends = performance.now() + within
  while (!(await holds())) {
    if (performance.now() > ends) throw new Error(`it did not come to this: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
