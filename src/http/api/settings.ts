import type Router from '@koa/router'
import { deletedCookie } from '../../identity/done_cookie.ts'
import { endedSessionCookie } from '../../identity/session_cookie.ts'
import { bodies } from '../../rules/limits.ts'
import { nameNow } from '../../rules/old_names.ts'
import { openSettings } from '../../tools/settings/call.ts'
import type { SettingsParts } from '../../tools/settings/operation.ts'
import { readFields } from '../request/read_body.ts'
import { answersLink, forgetOpened } from './opened_links.ts'
import { checkScriptOrigin } from '../request/own_origin.ts'
import { withTwins } from '../answer/camel_twins.ts'
import { setDeprecation } from '../answer/deprecation_headers.ts'
import { writeJson } from '../answer/json.ts'
import { abortOnDisconnect } from '../request/client_abort.ts'
import { signedInCaller } from '../request/session_caller.ts'

/** The settings operations: they take a session cookie and never a Bearer key. */
export function settingsRoutes(router: Router, parts: SettingsParts): void {
  const { config } = parts
  const call = openSettings(parts)

  router.post('/api/settings/:op', async (ctx) => {
    const caller = await signedInCaller(ctx, parts)
    checkScriptOrigin(ctx, config)
    const sent = await readFields(ctx.req, bodies.settings)
    const operation = ctx['params'].op as string
    if (nameNow('operations', operation) !== undefined) setDeprecation(ctx)
    const answer = await call(operation, sent, caller, abortOnDisconnect(ctx.res))
    ctx.set('Cache-Control', 'no-store')
    if (answersLink(operation)) forgetOpened(ctx, config, (sent as { readonly token: string }).token)
    if ('deleted' in answer) {
      ctx.append('Set-Cookie', endedSessionCookie(config))
      ctx.append('Set-Cookie', deletedCookie(config))
    }
    writeJson(ctx, withTwins({ ...answer }))
  })
}
