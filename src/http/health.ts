import type Router from '@koa/router'
import type { Context } from 'koa'
import { inTime, late } from '../in_time.ts'
import { retrySeconds, writesStalled } from '../rules/limits.ts'
import { seconds } from '../rules/units.ts'
import { writeJson } from './answer/json.ts'

export interface Health {
  /** rejects when the database does not answer, or takes no writes */
  readonly database: () => PromiseLike<unknown>
  /** rejects when Redis takes no messages: every write is then refused at once, so that none is seen to wait */
  readonly mailboxes: () => PromiseLike<unknown>
  /** names of migrations in this code that the database lacks */
  readonly pendingMigrations: () => Promise<readonly string[]>
  /** how long the oldest write of this instance has waited, in milliseconds; undefined when none waits */
  readonly stalled: () => number | undefined
}

/** A database that takes longer counts as unavailable. */
const patience = seconds(2)
/** The same of Redis: who asks gives up after a second. */
const patienceOfMailboxes = 500
/** Balancers look more often than this. */
const lookedAt = seconds(30)
/** How long a complete schema is not checked again: migrations are applied before an instance starts. */
const wholeFor = seconds(1)

export function healthRoute(router: Router, health: Health): void {
  let wholeUntil = 0
  /** when Redis was first, and last, seen to take nothing */
  let shut: { readonly since: number; readonly seen: number } | undefined
  let looking: ReturnType<typeof sick> | undefined

  const sick = async (): Promise<Record<string, unknown> | undefined> => {
    try {
      await orThrow(health.database())
      if (performance.now() >= wholeUntil) {
        const pending = await orThrow(health.pendingMigrations())
        if (pending.length > 0) return { reason: 'schema_behind' }
        wholeUntil = performance.now() + wholeFor
      }
    } catch {
      return { reason: 'database' }
    }
    // reading goes on without Redis: a restart or a failover of it, which takes no longer than a write may, changes nothing
    shut = await orThrow(health.mailboxes(), patienceOfMailboxes).then(
      () => undefined,
      () => {
        const now = performance.now()
        // nobody looked for a while: it may have been well meanwhile
        return { since: shut && now - shut.seen <= lookedAt ? shut.since : now, seen: now }
      },
    )
    const shutFor = shut === undefined ? 0 : shut.seen - shut.since
    const waitMs = Math.round(Math.max(health.stalled() ?? 0, shutFor))
    return waitMs > writesStalled ? { reason: 'writes_stalled', waitMs } : undefined
  }

  // whoever asks meanwhile gets the same answer: anybody may ask, as often as they like
  const lookOnce = (): ReturnType<typeof sick> => (looking ??= sick().finally(() => (looking = undefined)))

  router.get('/healthz', async (ctx: Context) => {
    const bad = await lookOnce()
    writeJson(ctx, bad ? { ok: false, ...bad } : { ok: true })
    if (!bad) return
    ctx.status = 503
    if (bad['reason'] !== 'writes_stalled') ctx.set('Retry-After', String(retrySeconds.health))
  })
}

async function orThrow<Done>(work: PromiseLike<Done>, within = patience): Promise<Done> {
  const done = await inTime(work, within)
  if (done === late) throw new Error('took too long')
  return done
}
