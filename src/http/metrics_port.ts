import Router from '@koa/router'
import Koa from 'koa'
import { securityHeaders } from './answer/security_headers.ts'
import { type Health, healthRoute } from './health.ts'
import { type Internal, metricsRoute } from './internal.ts'
import type { DoorParts } from './door_parts.ts'
import { refusing } from './answer/refusing.ts'

interface Telling {
  readonly config: DoorParts['config']
  readonly log: DoorParts['log']
  readonly health: Health
  readonly metrics: Internal['metrics']
}

/** What a process without routes of its own serves at METRICS_PORT: its health, and to the holder of CRON_SECRET its metrics. */
export function metricsApp({ config, log, health, metrics }: Telling): Koa {
  const router = new Router({ sensitive: true, strict: true })
  healthRoute(router, health)
  metricsRoute(router, config, metrics)
  const koa = new Koa()
  koa.use(securityHeaders).use(refusing({ config, log }))
  koa.use(router.routes())
  return koa
}
