import type { Context, Middleware } from 'koa'
import { isEmail } from '../../rules/email_address.ts'
import { sameSecret } from '../../identity/secrets.ts'
import { developmentPage, type SignInPage } from '../../render/pages/signin.ts'
import { invalid, notFound } from '../../rules/errors.ts'
import { bodies, inputs } from '../../rules/limits.ts'
import { displayName, optional, text } from '../../tools/input/fields.ts'
import { form } from '../../tools/input/form.ts'
import { isLocal, isLoopback } from '../request/client_address.ts'
import { readForm } from '../request/form_body.ts'
import { checkFormOrigin, pathHere } from '../request/own_origin.ts'
import { frame, goTo, sendPage } from '../answer/uncached_page.ts'
import { home, notAnEmail, orFormAgain, signInByEmail } from './sign_in_form.ts'
import { guestHere, isUnconfirmed } from './guests_come_along.ts'
import type { RouteParts } from '../door_parts.ts'

export const showDevelopmentForm =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const { config } = parts
    onlyInDevelopment(parts)
    const next = pathHere(ctx.query['next'], config, home)
    const unconfirmed = await isUnconfirmed(ctx, parts)
    sendPage(ctx, developmentPage({ frame, next, unconfirmed, asksCode: !isHere(ctx, config) }))
  }

/** Accepts any name and email, and counts the email as confirmed. */
export const developmentForm =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const { config } = parts
    onlyInDevelopment(parts)
    checkFormOrigin(ctx, config)
    const sent = await readForm(ctx, bodies.settings)
    const page = (again: SignInPage) => developmentPage({ ...again, asksCode: !isHere(ctx, config) })
    await orFormAgain(ctx, sent, config, page, async () => {
      const { name, email, tester_code, next } = fields(sent)
      checkTester(ctx, parts, tester_code)
      if (!isEmail(email)) throw notAnEmail()
      ctx.set('Set-Cookie', await signInByEmail(ctx, parts, { email, name, guest: await guestHere(ctx, parts) }))
      goTo(ctx, pathHere(next, config, home))
    })
  }

const fields = form('sign-in', {
  name: optional(displayName()),
  email: text(3, inputs.email),
  tester_code: optional(text(0, inputs.keyLabel)),
  next: optional(text(0, inputs.nextPath)),
})

function onlyInDevelopment({ config }: RouteParts): void {
  if (config.production || config.auth !== 'dev') {
    throw notFound('unreadable', 'The development form is not there on this server.')
  }
}

/** Requires the tester code, except on this machine. */
function checkTester(ctx: Context, { config }: RouteParts, code: string | undefined): void {
  if (isHere(ctx, config)) return
  if (config.testerCode === undefined || code === undefined || !sameSecret(code, config.testerCode)) {
    throw invalid('code', 'From another machine this form needs the tester code that the server was started with.')
  }
}

/**
 * Whether the request was made on this machine and the service is meant for it alone. Without the second condition, a
 * proxy that forwards no client address would make every client local.
 */
const isHere = ({ req }: Context, config: RouteParts['config']): boolean =>
  isLoopback(new URL(config.baseUrl).hostname) && isLocal(req, config)
