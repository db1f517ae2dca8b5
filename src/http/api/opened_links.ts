import type { Context, Middleware } from 'koa'
import { liveInvite } from '../../identity/live_invite.ts'
import { linkSecret } from '../../identity/linking/agent_link_url.ts'
import { forgottenCookie, openedCookie } from '../../identity/linking/opened_links_cookie.ts'
import type { Site } from '../../config.ts'
import { credentialKind } from '../../rules/credential_kinds.ts'
import { bodies } from '../../rules/limits.ts'
import { nameNow } from '../../rules/old_names.ts'
import { form } from '../../tools/input/form.ts'
import { text } from '../../tools/input/fields.ts'
import { agentOfLink } from '../../tools/settings/linking/link_token.ts'
import { readFields } from '../request/read_body.ts'
import { readForm } from '../request/form_body.ts'
import type { RouteParts } from '../door_parts.ts'
import { checkFormOrigin, checkScriptOrigin } from '../request/own_origin.ts'
import { goTo } from '../answer/uncached_page.ts'
import { writeUncachedJson } from '../answer/json.ts'

// no minimum length: every failure of a token is the same 404
const fields = form('opened', { token: text(0, bodies.small) })

/** Remembers in a cookie of this browser a link that was opened signed out; Home asks about it later. */
export const rememberLink =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const { config, clock, sql } = parts
    checkScriptOrigin(ctx, config)
    const { token } = fields(await readFields(ctx.req, bodies.small))
    const now = clock.now()
    const isLink = credentialKind(linkSecret(token)) === 'link'
    await (isLink ? agentOfLink(parts, token, now) : liveInvite(sql, token, now))
    ctx.set('Set-Cookie', openedCookie(ctx.get('Cookie'), token, config))
    writeUncachedJson(ctx, { remembered: true })
  }

export const forgetLink =
  ({ config }: RouteParts): Middleware =>
  async (ctx) => {
    checkFormOrigin(ctx, config)
    const { token } = await readForm(ctx, bodies.small)
    forgetOpened(ctx, config, typeof token === 'string' ? token : '')
    goTo(ctx, '/')
  }

/** Whether a settings operation answers a remembered link. */
export const answersLink = (operation: string): boolean =>
  ['accept-invite', 'link-agent'].includes(nameNow('operations', operation) ?? operation)

/** Forgets a link that was answered or dismissed; without a token (at sign-out) all of them. */
export function forgetOpened(ctx: Context, config: Site, token?: string): void {
  const without = forgottenCookie(ctx.get('Cookie'), config, token)
  if (without !== undefined) ctx.append('Set-Cookie', without)
}
