import { hostActors } from '../../src/roles/actors.ts'
import { openClosing } from '../../src/roles/closing.ts'
import { listen } from '../../src/roles/listening.ts'
import { openAll } from '../../src/roles/open.ts'
import { serve } from '../../src/roles/web.ts'
import { readConfig, type Env } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import type { Opened } from '../../src/app_parts.ts'
import type { Sql } from '../../sql/client.ts'
import { atTheEnd, databaseAt, freshDatabase, freshRedis } from './stores.ts'
import { openBeside } from './beside.ts'
import { until } from './until.ts'

/** The whole service in this process, on a database and a Redis of its own. */
export interface TestServer {
  /** the origin, without a slash at its end */
  readonly url: string
  /** where this process serves */
  readonly port: number
  readonly sql: Sql
  /** the very parts the app works with */
  readonly parts: Opened
  /** Moves the service's clock, as POST /internal/clock does. */
  advance(milliseconds: number): Promise<void>
  /** Resolves when everything one actor told another has arrived: inboxes hold what was written so far. */
  landed(): Promise<void>
  /** Fires what is due by now, as the clock role does every so often. Gives how often each rule fired. */
  fires(): Promise<Record<string, unknown>>
  /** Makes somebody a member without asking anybody: straight in the table. */
  seat(scope: string, who: string, given_by: string): Promise<void>
  /** Drains as SIGTERM does. Also done at the end of the run. */
  stop(): Promise<void>
}

export const cronSecret = 'cron secret of the tests'

/** How many processes a server of a suite is: `npm test` runs some of them with two and three. */
const processes = Number(process.env['SVC_TEST_PROCESSES'] ?? 1)

/**
 * Starts it on a free port: everything open, the test clock on, one host thread. `env` says otherwise where given; with
 * the DATABASE_URL and REDIS_URL of another it is a second instance on the same stores.
 */
export async function startServer(env: Env = {}): Promise<TestServer> {
  const { DATABASE_URL, REDIS_URL } = env
  const shared = DATABASE_URL !== undefined && REDIS_URL !== undefined
  const [{ url: databaseUrl, sql }, { url: redisUrl }] = shared
    ? [databaseAt(DATABASE_URL), { url: REDIS_URL }]
    : await Promise.all([freshDatabase(), freshRedis()])
  const beside = processes > 1 && !shared && !env['BASE_URL'] ? await openBeside(processes - 1) : undefined
  const level = env['LOG_LEVEL'] ?? process.env['LOG_LEVEL'] ?? 'warn'
  const log = openLog(level as 'warn', { write: (line) => void process.stderr.write(line) })
  const closing = openClosing(log, 8_000)
  atTheEnd(() => closing.close())
  const listening = await listen({ port: 0, trustProxy: 0 })
  closing.add('port', () => listening.close(0))
  const config = readConfig({
    PORT: String(listening.port),
    SVC_PUBLIC_THREADS: '1',
    SVC_GUEST_AGENTS: '1',
    SVC_TEST_CLOCK: '1',
    CRON_SECRET: cronSecret,
    LOG_LEVEL: level,
    ACTOR_THREADS: '1',
    RENDER_THREADS: '1',
    ...(beside && { BASE_URL: beside.url }),
    ...env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
  })
  const parts = { config, log, closing }
  const addresses = { databaseUrl, redisUrl }
  await hostActors(parts, addresses)
  const opened = await openAll(parts, addresses)
  serve(listening, opened, closing)
  if (beside) {
    closing.add('processes beside this one', () => beside.stop())
    const { baseUrl: BASE_URL } = config
    await beside.start(listening.port, { ...env, BASE_URL, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl })
  }
  return {
    url: config.baseUrl,
    port: listening.port,
    sql,
    parts: opened,
    async advance(milliseconds) {
      await opened.testClock?.advance(milliseconds)
      await beside?.ahead(opened.clock.ahead)
    },
    landed: () => until(async () => (await sql`select 1 from outbox limit 1`).length === 0, 'an empty outbox'),
    async fires() {
      const headers = { Authorization: `Bearer ${cronSecret}` }
      const answer = await fetch(`${config.baseUrl}/internal/prune`, { headers })
      if (!answer.ok) throw new Error(`prune answered ${answer.status}`)
      return (await answer.json()) as Record<string, unknown>
    },
    async seat(scope_id, participant_id, given_by) {
      await sql`insert into seat ${sql({ scope_id, participant_id, role: 'member', given_by, at: new Date() })}`
    },
    stop: () => closing.close(),
  }
}
