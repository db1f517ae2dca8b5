import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { Type } from 'typebox'
import { bodies } from '../../rules/limits.ts'
import { displayName, text } from '../../tools/input/fields.ts'
import { form } from '../../tools/input/form.ts'
import { joinByInvite } from '../../tools/arriving/join_guest.ts'
import { readFields } from '../request/read_body.ts'
import { forgetOpened } from './opened_links.ts'
import { checkFormOrigin, checkHeader } from '../request/own_origin.ts'
import { answerGuest, type GuestParts, setSession } from '../answer/answer_guest.ts'
import { guestInput } from '../request/guest_input.ts'
import { sessionCaller } from '../request/session_caller.ts'

/** Lets whoever holds an invite take part as a guest, without an account: `src/tools/arriving/join_guest.ts`. */
export function joinGuestRoutes(router: Router, parts: GuestParts): void {
  router.post('/api/invite/join-guest', parts.ipLimits.of('guestJoin'), joinGuest(parts))
}

const invited = form('join-guest', {
  // no minimum length: every failure of a token is the same 404
  token: text(0, bodies.small),
  name: Type.Optional(displayName()),
})

const joinGuest =
  (parts: GuestParts): Middleware =>
  async (ctx) => {
    const { config } = parts
    checkHeader(ctx)
    checkFormOrigin(ctx, config)
    const { token, name } = invited(await readFields(ctx.req, bodies.small))
    const { shown, ...came } = await joinByInvite(parts, {
      token,
      ...guestInput(ctx, parts, name),
      caller: await sessionCaller(ctx, parts),
    })
    setSession(ctx, parts, shown)
    forgetOpened(ctx, config, token)
    answerGuest(ctx, came, shown)
  }
