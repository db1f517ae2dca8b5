import type { Context, Middleware } from 'koa'
import { faultOf } from '../../identity/signin/provider_refusals.ts'
import { type Attempt, openProvider, type Provider } from '../../identity/signin/provider.ts'
import { signInFromProvider } from '../../identity/signin/provided_sign_in.ts'
import { cookieIn, endCookie, setCookie } from '../../identity/cookies.ts'
import { hashOf } from '../../identity/secrets.ts'
import { sessionCookie } from '../../identity/session_cookie.ts'
import { providerPage } from '../../render/pages/signin.ts'
import { invalid, Refusal } from '../../rules/errors.ts'
import { lifetimes } from '../../rules/limits.ts'
import { spanned } from '../../rules/units.ts'
import { asRefusal } from '../../tools/call/refused/as_refusal.ts'
import { pathHere } from '../request/own_origin.ts'
import { frame, goTo, sendPage } from '../answer/uncached_page.ts'
import { setRefusalHeaders } from '../answer/error_body.ts'
import { home } from './sign_in_form.ts'
import { guestHere, guestsComeAlong, isUnconfirmed } from './guests_come_along.ts'
import type { RouteParts } from '../door_parts.ts'

const callback = '/auth/callback'

/** The provider, with SVC_AUTH=oidc. It is contacted at the start, so the log shows a wrong address early. */
export function providerFor({ config, clock, log }: RouteParts): Provider | undefined {
  if (!config.oidc) return undefined
  const provider = openProvider({ ...config.oidc, redirect: config.baseUrl + callback }, clock)
  provider.look().catch(({ cause }: Refusal) => {
    log.warn(faultOf(cause), 'OIDC_ISSUER does not answer as a provider: nobody can sign in until it does')
  })
  return provider
}

export const showProvider =
  (parts: RouteParts, { host }: Provider): Middleware =>
  async (ctx) => {
    const next = pathHere(ctx.query['next'], parts.config, home)
    sendPage(ctx, providerPage({ frame, next, host, unconfirmed: await isUnconfirmed(ctx, parts) }))
  }

/** Redirects to the provider. A cookie binds the attempt to this browser, so no other one can finish it. */
export const goToProvider =
  (parts: RouteParts, provider: Provider): Middleware =>
  async (ctx) => {
    const { config, shortLived } = parts
    const next = pathHere(ctx.query['next'], parts.config, home)
    await orPage(ctx, parts, provider, next, async () => {
      const { url, state, nonce, verifier } = await provider.begin()
      // a link on another site can begin this, and a provider that asks nothing finishes it: only a click here joins the guest
      const guest = ctx.get('Sec-Fetch-Site') === 'same-origin' ? ((await guestHere(ctx, parts))?.id ?? '') : ''
      const record = { nonce, next, guest }
      await shortLived.of('sign_in').put(hashOf(`${state} ${verifier}`), record, lifetimes.signInElsewhere)
      ctx.set('Set-Cookie', setCookie(attemptCookie(state), verifier, config))
      ctx.redirect(url)
    })
  }

/** Finishes the sign-in after the provider's redirect; an attempt works once. */
export const finishSignIn =
  (parts: RouteParts, provider: Provider): Middleware =>
  async (ctx) => {
    const { config } = parts
    const attempt = await begun(ctx, parts)
    await orPage(ctx, parts, provider, attempt?.next ?? home, async () => {
      if (!attempt) throw notBegun()
      const person = await provider.finish(new URLSearchParams(ctx.querystring), attempt)
      const guest = await guestHere(ctx, parts)
      const signedIn = await signInFromProvider(parts, { ...person, browser: ctx.get('User-Agent') })
      const left = await guestsComeAlong(parts, signedIn, guest?.id === attempt.guest ? guest : undefined)
      const ended = endCookie(attemptCookie(attempt.state), config)
      ctx.set('Set-Cookie', [sessionCookie(signedIn.session, config), ended, ...left])
      goTo(ctx, attempt.next)
    })
  }

interface Begun extends Attempt {
  readonly next: string
  /** id of the guest who chose to sign in; empty if it was not a guest */
  readonly guest: string
}

/** Takes the attempt of this browser that the callback names; of several concurrent callbacks only one gets it. */
async function begun(ctx: Context, { shortLived }: RouteParts): Promise<Begun | undefined> {
  const { state } = ctx.query
  if (typeof state !== 'string' || !ours.test(state)) return undefined
  const verifier = cookieIn(ctx.get('Cookie'), attemptCookie(state))
  if (verifier === undefined) return undefined
  const record = await shortLived.of('sign_in').take(hashOf(`${state} ${verifier}`))
  return record && { state, verifier, nonce: record.nonce, next: record.next, guest: record.guest }
}

const notBegun = (): Refusal =>
  invalid(
    'code',
    `This sign-in is over: it is older than ${spanned(lifetimes.signInElsewhere)}, was used already, or was begun in another browser. Begin again.`,
  )

const ours = /^[\w-]{43}$/

/** Each attempt has a cookie of its own, since two tabs may be signing in at once. */
const attemptCookie = (state: string) => ({
  name: `dp_signin_${state.slice(0, 8)}`,
  path: callback,
  lifetime: lifetimes.signInElsewhere,
})

/** Answers a failed sign-in with the page to try again from, and the reason. */
async function orPage(
  ctx: Context,
  { log }: RouteParts,
  { host }: Provider,
  next: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const refusal = asRefusal(error)
    if (error !== refusal) log.error({ err: error }, 'a sign-in with the provider failed')
    else if (refusal.cause !== undefined) log.warn(faultOf(refusal.cause), 'a sign-in with the provider failed')
    setRefusalHeaders(ctx, refusal)
    sendPage(ctx, providerPage({ frame, next, host, problem: refusal.message }), refusal.status)
  }
}
