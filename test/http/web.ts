import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Koa from 'koa'
import { registry } from '../../actors/index.ts'
import { openFront } from '../../actors/runtime/front.ts'
import { runHost } from '../../actors/runtime/host.ts'
import { type Clock, serviceClock } from '../../src/clock.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { securityHeaders } from '../../src/http/headers.ts'
import { onlyServedHosts } from '../../src/http/hosts.ts'
import { openIpLimits } from '../../src/http/ip_limits.ts'
import { refusing } from '../../src/http/refusing.ts'
import { registerRoutes } from '../../src/http/register.ts'
import { restRoutes } from '../../src/http/rest.ts'
import { settingsRoutes } from '../../src/http/settings.ts'
import { signInRoutes } from '../../src/http/signin/routes.ts'
import { openCredentials } from '../../src/identity/credentials.ts'
import { openLog } from '../../src/log.ts'
import { openMetrics } from '../../src/metrics.ts'
import { openShortLived } from '../../src/redis/short_lived.ts'
import { openWindows } from '../../src/redis/windows.ts'
import { openDoor } from '../../src/tools/call.ts'
import { registerForFirstWrite } from '../../src/tools/first_write.ts'
import type { ToolParts } from '../../src/tools/parts.ts'
import type { Sql } from '../../sql/client.ts'
import { renderPool } from '../../workers/pool.ts'
import { freshDatabase, freshRedis } from '../support/stores.ts'

export interface Web {
  readonly url: string
  readonly sql: Sql
  readonly clock: Clock
  /** POST with these headers, following no redirect */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** signs in over the development form; gives the Cookie header */
  signIn(name: string, email?: string): Promise<string>
  /** POST /api/settings/:op as a page of ours does */
  settings(cookie: string, op: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, any>
}

/** The routes of signing in, settings, registering and tools, on the real runtime and real stores. */
export async function openWeb(over: Partial<Config> = {}): Promise<Web> {
  const [database, store] = await Promise.all([freshDatabase(), freshRedis()])
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}`
  const config: Config = {
    ...readConfig({ PORT: String(port), SVC_PUBLIC_THREADS: '1', SVC_GUEST_AGENTS: '1' }),
    ...over,
  }
  const clock = serviceClock()
  const log = openLog('silent')
  const { sql } = database
  const { redis } = store
  const host = await runHost({ registry, databaseUrl: database.url, redisUrl: store.url, clock, log })
  const front = await openFront({ redisUrl: store.url, sql, clock, log })
  const credentials = openCredentials({ config, clock, sql, redis, log })
  const shortLived = await openShortLived({ redis, clock })
  const pool = renderPool({ threads: 1 })
  const parts = {
    ...{ config, clock, log, sql, redis, credentials, shortLived, pool, ...front },
    metrics: openMetrics(),
    windows: openWindows(redis),
  } as unknown as ToolParts
  const ipLimits = openIpLimits(parts)
  const call = openDoor(parts)

  const koa = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy })
  koa.use(securityHeaders).use(onlyServedHosts(config)).use(refusing(parts))
  const router = new Router({ sensitive: true, strict: true })
  restRoutes(router, {
    ...{ config, clock, log, call, callerOf: credentials.callerOf, inCheckedHub: async () => false },
    ...{ readable: async () => new Set<string>(), watch: () => () => {} },
    firstWrite: (name, body, networks) => registerForFirstWrite(parts, name, body, networks),
  })
  registerRoutes(router, { ...parts, call, ipLimits })
  settingsRoutes(router, { ...parts, call })
  signInRoutes(router, { ...parts, ipLimits })
  koa.use(router.routes())
  const answer = koa.callback()
  server.on('request', (req, res) => void answer(req, res))

  const web: Web = {
    url,
    sql,
    clock,
    async post(path, body, headers = {}) {
      const form = body instanceof URLSearchParams
      const response = await fetch(url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...(form ? {} : { 'Content-Type': 'application/json' }), ...headers },
        body: form ? body : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await response.text()
      const json = response.headers.get('Content-Type')?.includes('json')
      return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : {} }
    },
    async signIn(name, email = `${name.toLowerCase()}@example.org`) {
      const { headers, status, text } = await web.post('/signin', new URLSearchParams({ name, email }), { Origin: url })
      const cookie = headers.getSetCookie().find((line) => line.startsWith('dp_session='))
      if (cookie === undefined) throw new Error(`no session: ${status} ${text}`)
      return cookie.split(';')[0] as string
    },
    settings: (cookie, op, body = {}, headers = {}) =>
      web.post(`/api/settings/${op}`, body, { Cookie: cookie, Origin: url, 'x-svc': '1', ...headers }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await front.drain()
      await Promise.all([front.close(), host.drain(), credentials.close(), shortLived.close(), pool.close()])
    },
  }
  return web
}
