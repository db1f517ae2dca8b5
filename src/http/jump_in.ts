import type Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { Type } from 'typebox'
import { sessionCookie, sessionToken } from '../identity/session.ts'
import { present, presentAs } from '../records/present.ts'
import { invalid, Refusal } from '../rules/errors.ts'
import { bodies, inputs } from '../rules/limits.ts'
import type { Untrusted } from '../text/untrusted.ts'
import { displayName, text } from '../tools/input/fields.ts'
import { form } from '../tools/input/form.ts'
import {
  type JoinedGuest,
  type GuestInput,
  joinByInvite,
  jumpIn,
  type GuestSecrets,
} from '../tools/arriving/jump_in.ts'
import type { ToolParts } from '../tools/parts.ts'
import { readJson } from './read_body.ts'
import { clientAddress, networksOf } from './client_address.ts'
import { isForm, readForm } from './forms.ts'
import type { IpLimits } from './ip_windows.ts'
import { forgetOpened } from './opened.ts'
import { checkFormOrigin, checkHeader } from './own_origin.ts'
import { goTo, sendMessage } from './pages.ts'
import { withTwins } from './refusals.ts'
import { writeJson } from './answer_json.ts'
import { namesHtml } from './views/format.ts'

export type JumpInParts = Parameters<typeof jumpIn>[0] &
  Pick<ToolParts, 'credentials'> & { readonly ipLimits: IpLimits }

/** Lets people without an account take part as guests, where the server allows it or with an invite. */
export function jumpInRoutes(router: Router, parts: JumpInParts): void {
  const counted = parts.ipLimits.of('guestJoin')
  router.post('/api/jump-in', counted, jumpInPosted(parts))
  router.post('/api/invite/join-guest', counted, joinGuest(parts))
}

const fields = form('jump-in', {
  // no minimum length: text that is no id or slug is answered like a missing one
  thread: Type.Optional(text(0, inputs.hub)),
  hub: Type.Optional(text(0, inputs.hub)),
  name: Type.Optional(displayName()),
  agent: Type.Optional(text(0, inputs.hub, 'the string 1')),
})

/** Takes a form of the service's pages, or JSON. A form is answered by a redirect to the place, JSON with its path. */
const jumpInPosted =
  (parts: JumpInParts): Middleware =>
  async (ctx) => {
    const { config, credentials } = parts
    checkFormOrigin(ctx, config)
    try {
      const { thread, hub, name, agent } = fields(await readForm(ctx, bodies.small))
      if ((thread === undefined) === (hub === undefined)) {
        throw invalid('one_of', 'Send thread or hub: one of them, and not both.')
      }
      const { shown, ...came } = await jumpIn(parts, {
        to: thread === undefined ? { hub: hub as string } : { thread },
        ...comerOf(ctx, parts, name),
        ...present({ agent: agent === '1' ? { key: !isForm(ctx) } : undefined }),
        caller: await credentials.sessionOf(sessionToken(ctx.get('Cookie'))),
      })
      if (shown) setSession(ctx, parts, shown)
      if (isForm(ctx)) return goTo(ctx, came.path)
      answer(ctx, came, shown)
    } catch (error) {
      // a person who sent a form gets a page, not JSON
      if (!(error instanceof Refusal) || !isForm(ctx) || !namesHtml(ctx)) throw error
      sendMessage(ctx, 'You are not in yet', error.message, error.status)
    }
  }

const invited = form('join-guest', {
  // no minimum length: every failure of a token is the same 404
  token: text(0, bodies.small),
  name: Type.Optional(displayName()),
})

const joinGuest =
  (parts: JumpInParts): Middleware =>
  async (ctx) => {
    const { config, credentials } = parts
    checkHeader(ctx)
    checkFormOrigin(ctx, config)
    const { token, name } = invited((await readJson(ctx.req, bodies.small)) ?? {})
    const { shown, ...came } = await joinByInvite(parts, {
      token,
      ...comerOf(ctx, parts, name),
      caller: await credentials.sessionOf(sessionToken(ctx.get('Cookie'))),
    })
    setSession(ctx, parts, shown)
    forgetOpened(ctx, config, token)
    answer(ctx, came, shown)
  }

const comerOf = (ctx: Context, { config }: JumpInParts, name: Untrusted | undefined): GuestInput =>
  presentAs({ networks: networksOf(clientAddress(ctx.req, config)), browser: ctx.get('User-Agent'), name })

const setSession = (ctx: Context, { config }: JumpInParts, { session }: GuestSecrets): void =>
  ctx.set('Set-Cookie', sessionCookie(session, config))

function answer(ctx: Context, came: JoinedGuest, shown: GuestSecrets | undefined): void {
  ctx.set('Cache-Control', 'no-store')
  writeJson(ctx, withTwins({ ...came, ...shown?.agent }))
}
