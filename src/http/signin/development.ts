import type { Context, Middleware } from 'koa'
import { Type } from 'typebox'
import { isEmail } from '../../rules/email_address.ts'
import { sameSecret } from '../../identity/secrets.ts'
import { sessionCookie } from '../../identity/session_cookie.ts'
import { nameFor } from '../../identity/signin/guests.ts'
import { signIn } from '../../identity/signin/sign_in.ts'
import { present } from '../../records/present.ts'
import { developmentPage } from '../../render/pages/signin.ts'
import { invalid, notFound, Refusal } from '../../rules/errors.ts'
import { bodies, inputs } from '../../rules/limits.ts'
import { untrusted } from '../../text/untrusted.ts'
import { displayName, text } from '../../tools/input/fields.ts'
import { form } from '../../tools/input/form.ts'
import { isLocal, isLoopback } from '../request/client_address.ts'
import { isForm, readForm } from '../request/form_body.ts'
import { checkFormOrigin, pathHere } from '../request/own_origin.ts'
import { frame, goTo, sendPage } from '../answer/uncached_page.ts'
import { home } from './sign_in_parts.ts'
import { isUnconfirmed } from './unconfirmed_guest.ts'
import { notAnEmail, problemOf } from './form_problems.ts'
import { guestHere, guestsComeAlong } from './guests_come_along.ts'
import type { SignInParts } from './sign_in_parts.ts'

export const showDevelopmentForm =
  (parts: SignInParts): Middleware =>
  async (ctx) => {
    onlyInDevelopment(parts)
    show(ctx, parts, ctx.query['next'], undefined, await isUnconfirmed(ctx, parts))
  }

/** Accepts any name and email, and counts the email as confirmed. */
export const developmentForm =
  (parts: SignInParts): Middleware =>
  async (ctx) => {
    const { config } = parts
    onlyInDevelopment(parts)
    checkFormOrigin(ctx, config)
    const sent = await readForm(ctx, bodies.settings)
    try {
      const { name, email, tester_code, next } = fields(sent)
      checkTester(ctx, parts, tester_code)
      if (!isEmail(email)) throw notAnEmail()
      const guest = await guestHere(ctx, parts)
      const signedIn = await signIn(parts, {
        email,
        verified: true,
        name: name ?? nameFor(email, guest) ?? untrusted(email.split('@')[0] ?? ''),
        browser: ctx.get('User-Agent'),
      })
      const left = await guestsComeAlong(parts, signedIn, guest)
      ctx.set('Set-Cookie', [sessionCookie(signedIn.session, config), ...left])
      goTo(ctx, pathHere(next, config, home))
    } catch (error) {
      if (!(error instanceof Refusal) || !isForm(ctx)) throw error
      // a refused form is shown again with the problem
      show(ctx, parts, sent['next'], error)
    }
  }

const fields = form('sign-in', {
  name: Type.Optional(displayName()),
  email: text(3, inputs.email),
  tester_code: Type.Optional(text(0, inputs.keyLabel)),
  next: Type.Optional(text(0, inputs.nextPath)),
})

function onlyInDevelopment({ config }: SignInParts): void {
  if (config.production || config.auth !== 'dev') {
    throw notFound('unreadable', 'The development form is not there on this server.')
  }
}

/** Requires the tester code, except on this machine. */
function checkTester(ctx: Context, { config }: SignInParts, code: string | undefined): void {
  if (isHere(ctx, config)) return
  if (config.testerCode === undefined || code === undefined || !sameSecret(code, config.testerCode)) {
    throw invalid('code', 'From another machine this form needs the tester code that the server was started with.')
  }
}

/**
 * Whether the request was made on this machine and the service is meant for it alone. Without the second condition, a
 * proxy that forwards no client address would make every client local.
 */
const isHere = ({ req }: Context, config: SignInParts['config']): boolean =>
  isLoopback(new URL(config.baseUrl).hostname) && isLocal(req, config)

function show(ctx: Context, { config }: SignInParts, next: unknown, problem?: Refusal, unconfirmed = false): void {
  const page = developmentPage({
    frame,
    next: pathHere(next, config, home),
    asksCode: !isHere(ctx, config),
    unconfirmed,
    ...present({ problem: problem && problemOf(problem) }),
  })
  sendPage(ctx, page, problem?.status)
}
