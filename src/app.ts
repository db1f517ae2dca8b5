import Router from '@koa/router'
import Koa from 'koa'
import { inCheckedHub } from '../sql/reads/in_checked_hub.ts'
import { readableIds } from '../sql/reads/readable_ids.ts'
import { openapiRoute } from './http/discovery/openapi.ts'
import { securityHeaders } from './http/headers.ts'
import { type Health, healthRoute } from './http/health.ts'
import { onlyServedHosts } from './http/hosts.ts'
import { type Internal, internalRoutes } from './http/internal.ts'
import { mcpRoutes } from './http/mcp/endpoint.ts'
import type { DoorParts } from './http/parts.ts'
import { refusing } from './http/refusing.ts'
import { restRoutes } from './http/rest.ts'
import { openDoor } from './tools/call.ts'
import type { ToolParts } from './tools/parts.ts'

export interface AppParts extends DoorParts {
  readonly health: Health
  readonly internal: Internal
}

export interface App {
  readonly koa: Koa
  /** Ends the streams that would stay open for ever; requests under way are answered. */
  close(): Promise<void>
}

/** The whole HTTP side, with every part handed in: tests build the same app. */
export function createApp(parts: AppParts): App {
  const { config } = parts
  const koa = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy })
  // what comes here happened to an answer on its way out: nobody is left to tell
  koa.on('error', (error: unknown) => parts.log.debug({ err: error }, 'an answer did not reach its client'))
  koa.use(securityHeaders)
  koa.use(onlyServedHosts(config))
  koa.use(refusing(parts))

  const router = new Router({ sensitive: true, strict: true })
  healthRoute(router, parts.health)
  restRoutes(router, parts)
  const mcp = mcpRoutes(router, parts)
  internalRoutes(router, parts, parts.internal)
  openapiRoute(router, config)
  koa.use(router.routes())

  return { koa, close: () => mcp.close() }
}

/** What the doors need of the tools' parts. */
export const doorsOf = (parts: ToolParts): DoorParts => ({
  config: parts.config,
  clock: parts.clock,
  log: parts.log,
  call: openDoor(parts),
  callerOf: (token) => parts.credentials.callerOf(token),
  inCheckedHub: (participantId) => inCheckedHub(parts.sql, participantId),
  readable: (caller, ids) => readableIds(parts.sql, readerFor(caller, parts.config.publicThreads), ids),
})
