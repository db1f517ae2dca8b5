import { settings } from '../../support/world.ts'
import { type Clock, serviceClock } from '../../../src/clock.ts'
import { type Front, openFront } from '../../../actors/runtime/front/front.ts'
import { type Host, runHost } from '../../../actors/runtime/host/host.ts'
import type { Log } from '../../../actors/runtime/log.ts'
import type { Sql } from '../../../sql/client.ts'
import { createLedgerTables, toys } from '../../chaos/ledger.ts'
import { freshDatabase, stores } from '../../support/stores.ts'
import { connectRedis } from '../../../src/redis/connect.ts'
import type { Redis } from 'ioredis'

/** Hosts and front-ends in this process, on a database of their own and an emptied Redis. */
export interface Running {
  readonly sql: Sql
  readonly redis: Redis
  readonly databaseUrl: string
  readonly redisUrl: string
  /** of the front-ends; each host has its own */
  readonly clock: Clock
  readonly hostClocks: Clock[]
  readonly log: Log
  readonly logged: { level: string; fields: object; message: string }[]
  front(): Promise<Front>
  host(): Promise<Host>
  stop(): Promise<void>
}

export async function startRunning(): Promise<Running> {
  const { url: databaseUrl, sql } = await freshDatabase()
  const { redisUrl } = await stores()
  const redis = connectRedis({ url: redisUrl })
  // what other suites left in the mailboxes would be taken for ours
  await redis.flushdb()
  await createLedgerTables(sql)
  const clock = serviceClock()
  const logged: Running['logged'] = []
  const at = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message })
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error') }
  const hostClocks: Clock[] = []
  const fronts: Front[] = []
  const hosts: Host[] = []
  return {
    sql,
    redis,
    databaseUrl,
    redisUrl,
    clock,
    hostClocks,
    log,
    logged,
    async front() {
      const front = await openFront({ redisUrl, sql, clock, settings, log, holdsOthers: () => false })
      fronts.push(front)
      return front
    },
    async host() {
      const hostClock = serviceClock()
      hostClocks.push(hostClock)
      const host = await runHost({ registry: toys, databaseUrl, redisUrl, clock: hostClock, log })
      hosts.push(host)
      return host
    },
    async stop() {
      await Promise.all(fronts.map((front) => front.close()))
      await Promise.all(hosts.map((host) => host.drain().catch(() => undefined)))
      redis.disconnect()
    },
  }
}

/** The same, with a host and a front-end, for the suite that calls this. */
export function withRunning(): { readonly running: Running; readonly front: Front } {
  const [running, front] = [{} as Running, {} as Front]
  before(async () => {
    Object.assign(running, await startRunning())
    await running.host()
    Object.assign(front, await running.front())
  })
  after(() => running.stop())
  return { running, front }
}
