import type { Middleware } from 'koa'
import { bodies } from '../../rules/limits.ts'
import { displayName, optional, text } from '../../tools/input/fields.ts'
import { form } from '../../tools/input/form.ts'
import { joinByInvite } from '../../tools/arriving/join_guest.ts'
import { readFields } from '../request/read_body.ts'
import { forgetOpened } from './opened_links.ts'
import { checkFormOrigin, checkHeader } from '../request/own_origin.ts'
import type { RouteParts } from '../door_parts.ts'
import { answerGuest, guestInput, setSession } from './guest_request.ts'
import { sessionCaller } from '../request/session_caller.ts'

const fields = form('join-guest', {
  // no minimum length: every failure of a token is the same 404
  token: text(0, bodies.small),
  name: optional(displayName()),
})

/** Lets the holder of an invite take part as a guest, without an account: `src/tools/arriving/join_guest.ts`. */
export const joinGuest =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const { config } = parts
    checkHeader(ctx)
    checkFormOrigin(ctx, config)
    const { token, name } = fields(await readFields(ctx.req, bodies.small))
    const { shown, ...came } = await joinByInvite(parts, {
      token,
      ...guestInput(ctx, parts, name),
      caller: await sessionCaller(ctx, parts),
    })
    setSession(ctx, parts, shown)
    forgetOpened(ctx, config, token)
    answerGuest(ctx, came, shown)
  }
