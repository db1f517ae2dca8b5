import type { RequestListener } from 'node:http'
import Router from '@koa/router'
import Koa from 'koa'
import { discoveryRoutes } from './http/discovery/routes.ts'
import { httpsOnly, securityHeaders } from './http/answer/security_headers.ts'
import { type Health, healthRoute } from './http/health.ts'
import { onlyServedHosts, openHosts } from './http/request/served_hosts.ts'
import { type Internal, internalRoutes } from './http/internal.ts'
import type { IpLimits } from './http/request/count_per_ip.ts'
import { directMcp } from './http/mcp/direct_calls.ts'
import { mcpRoutes } from './http/mcp/endpoint.ts'
import { takeSlashOff } from './http/mcp/slash.ts'
import { oauthRoutes } from './http/oauth/routes.ts'
import type { DoorParts } from './http/door_parts.ts'
import { refusing } from './http/answer/refusing.ts'
import { fragmentPages } from './http/views/fragment_pages.ts'
import { openDirect } from './http/before_koa.ts'
import { agentsKeyRoute } from './http/api/agents_key.ts'
import { apiRoutes } from './http/api/routes.ts'
import { directCalls, restRoutes } from './http/api/rest.ts'
import { leftGuestComes } from './http/signin/guests_come_along.ts'
import { signInRoutes } from './http/signin/routes.ts'
import { onlyReadableTargets } from './http/request/unreadable_urls.ts'
import type { ViewParts } from './http/views/serving/served_page.ts'
import { viewRoutes } from './http/views/routes.ts'
import type { Mail } from './mail/mail.ts'
import type { ToolParts } from './tools/tool_parts.ts'

export interface AppParts {
  readonly doors: DoorParts
  readonly tools: ToolParts
  readonly mail: Mail
  readonly views: ViewParts
  readonly ipLimits: IpLimits
  readonly health: Health
  readonly internal: Internal
}

export interface App {
  /** of the server's requests */
  readonly answer: RequestListener
  /** Ends long-lived streams; requests under way are answered. */
  close(): Promise<void>
}

/** Builds the whole HTTP side from the given parts: tests build the same app. */
export function createApp({ doors, tools, mail, views, ipLimits, health, internal }: AppParts): App {
  const { config, log } = doors
  const koa = new Koa()
  const hosts = openHosts(config)
  const direct = openDirect(config, hosts, log)
  // these errors occur while an answer is sent: no other answer is possible
  koa.on('error', (error: unknown) => log.debug({ err: error }, 'an answer did not reach its client'))
  const { pages, isPage, acts, noteWrites, cachedPages, wrote } = viewRoutes(views, direct)
  koa
    .use(securityHeaders)
    .use(httpsOnly(config))
    .use(onlyReadableTargets)
    .use(onlyServedHosts(hosts, config))
    .use(refusing(doors, isPage))
    .use(leftGuestComes(tools))
    .use(pages)
    .use(noteWrites)
    .use(acts)

  // a router of their own for the most frequent calls, since a router tries all its routes in turn
  const calls = new Router({ sensitive: true, strict: true })
  restRoutes(calls, doors)
  agentsKeyRoute(calls, doors)
  koa.use(calls.routes())
  const router = new Router({ sensitive: true, strict: true })
  const mcp = mcpRoutes(router, doors)
  healthRoute(router, health)
  internalRoutes(router, doors, internal)
  discoveryRoutes(router, tools)
  const routeParts = { ...tools, mail, call: doors.call, callApp: doors.callApp, ipLimits }
  apiRoutes(router, routeParts)
  // the only pages outside viewRoutes: /link, /verify and /invite
  fragmentPages(router, routeParts)
  signInRoutes(router, routeParts)
  oauthRoutes(router, routeParts)
  koa.use(router.routes())

  const call = directCalls(doors, direct, wrote)
  const mcpCall = directMcp(doors, direct, wrote)
  const byKoa = koa.callback()
  return {
    answer(req, res) {
      takeSlashOff(req)
      const otherwise = (): void => void byKoa(req, res)
      try {
        if (cachedPages(req, res, otherwise) || call(req, res) || mcpCall(req, res, otherwise)) return
      } catch (error) {
        return direct.refuse(req, res, error)
      }
      otherwise()
    },
    close: () => mcp.close(),
  }
}
