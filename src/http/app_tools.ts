import type Router from '@koa/router'
import { sessionToken } from '../identity/session.ts'
import { unauthenticated } from '../rules/errors.ts'
import { bodies } from '../rules/limits.ts'
import type { CallAppTool } from '../tools/app/call.ts'
import type { ToolParts } from '../tools/tool_parts.ts'
import { readJson } from './request/read_body.ts'
import { checkScriptOrigin } from './request/own_origin.ts'
import { withTwins } from './answer/error_body.ts'
import { setRateLimit } from './answer/ratelimit_headers.ts'
import { writeJson } from './answer/json.ts'
import { callOver } from './request/client_abort.ts'

interface WebParts extends Pick<ToolParts, 'config' | 'clock' | 'credentials'> {
  readonly callApp: CallAppTool
}

/** Calls of the web app: with a session cookie from the service's own pages, never a Bearer key. */
export function webRoutes(router: Router, { config, clock, credentials, callApp }: WebParts): void {
  router.post('/api/tools/:name', async (ctx) => {
    const caller = await credentials.sessionOf(sessionToken(ctx.get('Cookie')))
    if (!caller) throw unauthenticated('no_key', `Sign in first: ${config.baseUrl}/signin.`)
    checkScriptOrigin(ctx, config)
    const sent = (await readJson(ctx.req, bodies.tools)) ?? {}
    const asked = callOver(ctx.res, caller, 'web')
    const { data, shown, allowance } = await callApp(ctx['params'].name as string, sent, asked)
    ctx.set('Cache-Control', 'no-store')
    if (allowance) setRateLimit(ctx, allowance, clock.now())
    writeJson(ctx, { data: withTwins(data), view: shown })
  })
}
