import type { Middleware } from 'koa'
import { bodies } from '../../rules/limits.ts'
import { fieldsOrRefusal } from '../request/read_body.ts'
import { checkScriptOrigin } from '../request/own_origin.ts'
import { withTwins } from '../answer/camel_twins.ts'
import { setRateLimit } from '../answer/ratelimit_headers.ts'
import { writeUncachedJson } from '../answer/json.ts'
import type { RouteParts } from '../door_parts.ts'
import { callOver } from '../request/client_abort.ts'
import { signedInCaller } from '../request/session_caller.ts'

/**
 * Calls of the web app: with a session cookie, never a Bearer key, and only from a script of its own pages, which sends x-svc
 * and their Origin (`request/own_origin.ts`).
 */
export const callAppTool =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const caller = await signedInCaller(ctx, parts)
    checkScriptOrigin(ctx, parts.config)
    const sent = await fieldsOrRefusal(ctx.req, bodies.tools)
    const called = await parts.callApp(ctx['params'].name as string, sent.fields, callOver(ctx.res, caller, 'web'))
    const { data, shown, allowance } = called
    if (allowance) setRateLimit(ctx, allowance, parts.clock.now())
    writeUncachedJson(ctx, { data: withTwins(data), view: shown })
  }
