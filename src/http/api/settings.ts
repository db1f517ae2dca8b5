import type { Middleware } from 'koa'
import { deletedCookie } from '../../identity/done_cookie.ts'
import { endedSessionCookie } from '../../identity/session_cookie.ts'
import { bodies } from '../../rules/limits.ts'
import { nameNow } from '../../rules/old_names.ts'
import { openSettings } from '../../tools/settings/call.ts'
import { readFields } from '../request/read_body.ts'
import { answersLink, forgetOpened } from './opened_links.ts'
import { checkScriptOrigin } from '../request/own_origin.ts'
import { withTwins } from '../answer/camel_twins.ts'
import { setDeprecation } from '../answer/deprecation_headers.ts'
import { writeUncachedJson } from '../answer/json.ts'
import type { RouteParts } from '../door_parts.ts'
import { abortOnDisconnect } from '../request/client_abort.ts'
import { signedInCaller } from '../request/session_caller.ts'

/** Runs a settings operation: sent as the calls of the web app are (`app_tools.ts`), never with a Bearer key. */
export function callSettings(parts: RouteParts): Middleware {
  const { config } = parts
  const call = openSettings(parts)
  return async (ctx) => {
    const caller = await signedInCaller(ctx, parts)
    checkScriptOrigin(ctx, config)
    const sent = await readFields(ctx.req, bodies.settings)
    const operation = ctx['params'].op as string
    if (nameNow('operations', operation) !== undefined) setDeprecation(ctx)
    const answer = await call(operation, sent, caller, abortOnDisconnect(ctx.res))
    if (answersLink(operation)) forgetOpened(ctx, config, (sent as { readonly token: string }).token)
    if ('deleted' in answer) {
      ctx.append('Set-Cookie', endedSessionCookie(config))
      ctx.append('Set-Cookie', deletedCookie(config))
    }
    writeUncachedJson(ctx, withTwins({ ...answer }))
  }
}
