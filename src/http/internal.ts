import type Router from '@koa/router'
import type { Context } from 'koa'
import { sameSecret } from '../identity/secrets.ts'
import type { KeptLetter } from '../mail/mail.ts'
import { invalid, notFound, unauthenticated } from '../rules/errors.ts'
import { bodies, testClockAdvance } from '../rules/limits.ts'
import { asSeconds, seconds } from '../rules/units.ts'
import { readJson } from './request/read_body.ts'
import type { DoorParts } from './door_parts.ts'
import { writeJson } from './answer/json.ts'

const mostAdvance = asSeconds(testClockAdvance)

/** Operations for scheduled jobs and tests. */
export interface Internal {
  /** Fires the timed rules that are due and deletes expired rows; returns counts by rule. */
  readonly prune: () => Promise<Readonly<Record<string, unknown>>>
  /** Flushes write-behind buffers. */
  readonly flush: () => Promise<void>
  /** Prometheus text */
  readonly metrics: () => Promise<string>
  /** moves the clock by milliseconds and returns the new time; present with SVC_TEST_CLOCK only */
  readonly advanceClock?: (by: number) => Promise<number>
  /** mail that was kept locally, newest first; present with SVC_TEST_CLOCK only */
  readonly keptMail?: () => Promise<readonly KeptLetter[]>
}

type CronConfig = Pick<DoorParts['config'], 'cronSecret'>

function checkCronSecret(ctx: Context, { cronSecret }: CronConfig): void {
  // the secret may be any text, even with spaces: it is not one of the service's own tokens
  const sent = /^Bearer +(.+)$/i.exec(ctx.get('Authorization'))?.[1]
  if (cronSecret !== undefined && sent !== undefined && sameSecret(sent, cronSecret)) return
  ctx.set('WWW-Authenticate', 'Bearer')
  throw unauthenticated(sent === undefined ? 'no_key' : 'bad_key', 'This route takes Bearer CRON_SECRET.')
}

/** Also of a process that serves nothing else. */
export function metricsRoute(router: Router, config: CronConfig, metrics: Internal['metrics']): void {
  router.get('/internal/metrics', async (ctx) => {
    checkCronSecret(ctx, config)
    ctx.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    ctx.body = await metrics()
  })
}

/** Every route takes Bearer CRON_SECRET, else 401. Without SVC_TEST_CLOCK two of them answer 404. */
export function internalRoutes(router: Router, { config }: Pick<DoorParts, 'config'>, internal: Internal): void {
  const allow = (ctx: Context): void => checkCronSecret(ctx, config)
  const onlyWithTestClock = <T>(part: T | undefined): T => {
    if (part === undefined) throw notFound('unreadable', 'This route exists with SVC_TEST_CLOCK=1 only.')
    return part
  }

  router.get('/internal/prune', async (ctx) => {
    allow(ctx)
    writeJson(ctx, { ok: true, ...(await internal.prune()) })
  })
  router.get('/internal/flush', async (ctx) => {
    allow(ctx)
    await internal.flush()
    writeJson(ctx, { ok: true })
  })
  metricsRoute(router, config, internal.metrics)
  router.post('/internal/clock', async (ctx) => {
    allow(ctx)
    const advance = onlyWithTestClock(internal.advanceClock)
    const by = ((await readJson(ctx.req, bodies.small)) as { advance_seconds?: unknown } | undefined)?.advance_seconds
    if (typeof by !== 'number' || !(by >= 0 && by <= mostAdvance)) {
      const message = `must be a number of seconds from 0 to ${mostAdvance}: the clock never goes back`
      throw invalid('schema', `advance_seconds ${message}.`, { issues: [{ path: 'advance_seconds', message }] })
    }
    writeJson(ctx, { now: new Date(await advance(Math.round(seconds(by)))).toISOString() })
  })
  router.get('/internal/outbox', async (ctx) => {
    allow(ctx)
    writeJson(ctx, { mail: await onlyWithTestClock(internal.keptMail)() })
  })
}
