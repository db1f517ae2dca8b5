import type { Middleware } from 'koa'
import { participant } from '../../../actors/participant/index.ts'
import { endedSessionCookie } from '../../identity/session_cookie.ts'
import { forgetOpened } from '../api/opened_links.ts'
import { bodies } from '../../rules/limits.ts'
import { isForm, readForm } from '../request/form_body.ts'
import { checkFormOrigin, pathHere } from '../request/own_origin.ts'
import { goTo } from '../answer/uncached_page.ts'
import type { RouteParts } from '../door_parts.ts'
import { sessionCaller } from '../request/session_caller.ts'

/**
 * Ends the session of this browser at once, on every instance; with `everywhere` those of all browsers. Goes on at `next`,
 * where somebody else is to sign in.
 */
export const signOut =
  ({ config, ask, credentials }: RouteParts): Middleware =>
  async (ctx) => {
    checkFormOrigin(ctx, config)
    const { everywhere, next }: Record<string, unknown> = isForm(ctx) ? await readForm(ctx, bodies.settings) : {}
    const caller = await sessionCaller(ctx, { credentials })
    if (caller && everywhere !== undefined) {
      const { reply } = await ask(participant, caller.id, 'sign_out_everywhere', { by: caller })
      await credentials.changed({ credentials: reply.ended })
    } else if (caller) {
      const { credential_id } = caller
      await ask(participant, caller.id, 'revoke', { by: caller, credential_id })
      await credentials.changed({ credentials: [credential_id] })
    }
    ctx.set('Set-Cookie', endedSessionCookie(config))
    forgetOpened(ctx, config)
    // as long as the form may be: a consent's address is longer than any that sign-in forms take
    goTo(ctx, pathHere(next, config, '/', bodies.settings))
  }
