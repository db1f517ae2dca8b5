import type Router from '@koa/router'
import { bodies } from '../../rules/limits.ts'
import type { CallAppTool } from '../../tools/app/call.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import { readOrNot } from '../request/read_body.ts'
import { checkScriptOrigin } from '../request/own_origin.ts'
import { withTwins } from '../answer/camel_twins.ts'
import { setRateLimit } from '../answer/ratelimit_headers.ts'
import { writeJson } from '../answer/json.ts'
import { callOver } from '../request/client_abort.ts'
import { signedInCaller } from '../request/session_caller.ts'

interface WebParts extends Pick<ToolParts, 'config' | 'clock' | 'credentials'> {
  readonly callApp: CallAppTool
}

/** Calls of the web app: with a session cookie from the service's own pages, never a Bearer key. */
export function webRoutes(router: Router, parts: WebParts): void {
  const { config, clock, callApp } = parts
  router.post('/api/tools/:name', async (ctx) => {
    const caller = await signedInCaller(ctx, parts)
    checkScriptOrigin(ctx, config)
    const sent = await readOrNot(ctx.req, bodies.tools)
    const asked = callOver(ctx.res, caller, 'web')
    const { data, shown, allowance } = await callApp(ctx['params'].name as string, sent.fields, asked)
    ctx.set('Cache-Control', 'no-store')
    if (allowance) setRateLimit(ctx, allowance, clock.now())
    writeJson(ctx, { data: withTwins(data), view: shown })
  })
}
