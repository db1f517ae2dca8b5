import type Router from '@koa/router'
import type { Context } from 'koa'
import { sessionToken } from '../identity/session.ts'
import { settingsPage } from '../render/settings_page.ts'
import type { Caller } from '../rules/caller.ts'
import { unauthenticated } from '../rules/errors.ts'
import { bodies } from '../rules/limits.ts'
import { endpoints } from '../tools/endpoints.ts'
import { openSettings } from '../tools/settings/call.ts'
import { accountOf } from '../tools/settings/credentials.ts'
import { isOlderName } from '../tools/settings/index.ts'
import type { SettingsParts } from '../tools/settings/operation.ts'
import { readJson } from './bodies.ts'
import { checkScriptOrigin } from './own_origin.ts'
import { sendPage } from './pages.ts'
import { withTwins } from './refusals.ts'
import { setDeprecation, writeJson } from './rest.ts'
import { serveScript } from './scripts.ts'
import { untilGone } from './until_gone.ts'

/** The settings operations and their page: a session cookie, and never a Bearer key. */
export function settingsRoutes(router: Router, parts: SettingsParts): void {
  const { config, clock, credentials } = parts
  const call = openSettings(parts)
  const session = (ctx: Context): Promise<Caller | undefined> => credentials.sessionOf(sessionToken(ctx.get('Cookie')))

  router.post('/api/settings/:op', async (ctx) => {
    const caller = await session(ctx)
    if (!caller) throw unauthenticated('no_key', `Sign in first: ${config.baseUrl}/signin.`)
    checkScriptOrigin(ctx, config)
    const sent = (await readJson(ctx.req, bodies.settings)) ?? {}
    const operation = ctx['params'].op as string
    if (isOlderName(operation)) setDeprecation(ctx)
    const answer = await call(operation, sent, caller, untilGone(ctx.res))
    ctx.set('Cache-Control', 'no-store')
    writeJson(ctx, withTwins({ ...answer }))
  })

  router.get('/settings', async (ctx) => {
    const caller = await session(ctx)
    if (!caller) return ctx.redirect('/signin?next=%2Fsettings')
    sendPage(ctx, settingsPage(await accountOf(parts, caller, clock.now()), endpoints(config), caller.kind))
  })

  serveScript(router, 'settings')
}
