import type { Context, Middleware } from 'koa'
import { participant } from '../../../actors/participant/index.ts'
import { cookieIn, setCookie } from '../../identity/cookies.ts'
import { askConsent, askedConsent } from '../../identity/oauth/consent.ts'
import {
  type Authorization,
  authorizationOf,
  checkOnce,
  redirectOf,
} from '../../identity/oauth/authorization_request.ts'
import { type Client, clientOf, isAddress } from '../../identity/oauth/client.ts'
import { leadsToThisComputer, redirectPlace, redirectSource } from '../../identity/oauth/redirects.ts'
import { hashOf, newCredential } from '../../identity/secrets.ts'
import { sessionToken } from '../../identity/session_cookie.ts'
import { present, presentAs } from '../../records/present.ts'
import { html } from '../../render/html.ts'
import { consentPage } from '../../render/pages/consent.ts'
import type { Caller } from '../../rules/caller.ts'
import type { Scope } from '../../rules/scopes.ts'
import { OAuthRefusal } from '../../rules/oauth_errors.ts'
import { mint } from '../../rules/ids.ts'
import { bodies, inputs, lifetimes, registration } from '../../rules/limits.ts'
import { wellFormed } from '../../text/well_formed.ts'
import { label } from '../../text/names/labels.ts'
import { paced } from '../../tools/call/pace/pace_outside_tools.ts'
import { quotable } from '../answer/www_authenticate.ts'
import { clientNetworks } from '../request/client_address.ts'
import { readForm } from '../request/form_body.ts'
import { policyLeadingTo } from '../answer/security_headers.ts'
import { checkFormOrigin } from '../request/own_origin.ts'
import { frameOf, sendMessage, sendPage } from '../answer/uncached_page.ts'
import { fieldOf } from './request_fields.ts'
import type { OAuthParts } from './oauth_parts.ts'
import { mcpUrl } from '../../rules/endpoints.ts'

/** Answers on a page while redirect_uri is not known to be the client's: redirecting there could lead anywhere. */
export const onAPage: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error
    const words = html`The app asked for it in a way that does not work here. Nothing was allowed. Go back to the app and try again there. <span class="small soft">For those who make the app: ${error.message}</span>`
    sendMessage(ctx, 'The app cannot be connected', words, 400)
  }
}

/** A parsed request. A refusal in `authorization` is answered by a redirect, any other on a page. */
interface AuthorizeRequest {
  readonly client: Client
  readonly redirect_uri: string
  readonly state?: string
  readonly authorization: Authorization | OAuthRefusal
}

async function readAsking({ config, ...parts }: OAuthParts, asked: URLSearchParams): Promise<AuthorizeRequest> {
  checkOnce(asked)
  if (wellFormed(Object.fromEntries(asked)).length > 0) {
    throw new OAuthRefusal('invalid_request', 'A parameter holds a character that is none.')
  }
  const client_id = asked.get('client_id')
  if (client_id === null) throw new OAuthRefusal('invalid_request', 'The parameter client_id is missing.')
  const client = await clientOf({ config, ...parts }, client_id)
  const redirect_uri = redirectOf(asked, client)
  const state = asked.get('state') ?? undefined
  return presentAs({ client, redirect_uri, authorization: checked(), state })

  function checked(): Authorization | OAuthRefusal {
    try {
      return authorizationOf(asked, redirect_uri, config)
    } catch (error) {
      if (error instanceof OAuthRefusal) return error
      throw error
    }
  }
}

/** GET /oauth/authorize, where every chat-assistant host sends its person: signs them in, then asks for their consent. */
export const showConsent =
  (parts: OAuthParts): Middleware =>
  async (ctx) => {
    const { config, clock, credentials, ipLimits, shortLived, spendRead } = parts
    const query = ctx.querystring || keptQuery(ctx)
    const asked = new URLSearchParams(query)
    if (isAddress(asked.get('client_id') ?? '')) {
      await ipLimits.count('oauthAuthorizeUrl', clientNetworks(ctx.req, config).network)
    }
    const asking = await readAsking(parts, asked)
    const { client, redirect_uri, authorization } = asking
    if (authorization instanceof OAuthRefusal) return refuseTo(ctx, parts, asking, authorization)

    const session = sessionToken(ctx.get('Cookie'))
    const caller = await credentials.sessionOf(session)
    if (session === undefined || caller?.kind !== 'human') return signInFirst(ctx, parts, query)
    if (config.pace) spendRead.stores(caller, clock.now())
    const consent = askConsent(session, query, clock.now())
    await shortLived
      .of('consent')
      .put(hashOf(consent.request), { client_id: client.client_id }, lifetimes.consentRequest)
    ctx.set('Content-Security-Policy', policyLeadingTo(redirectSource(redirect_uri)))
    sendPage(
      ctx,
      consentPage({
        frame: await frameOf(ctx, parts),
        handle: caller.handle,
        client: seenAs(client, redirect_uri),
        leadsTo: redirectPlace(redirect_uri),
        scopes: authorization.scopes,
        here: pathOf(query),
        ...consent,
      }),
    )
  }

/** POST /oauth/authorize: the person's decision. */
export const decide =
  (parts: OAuthParts): Middleware =>
  async (ctx) => {
    const { config, clock, credentials, shortLived } = parts
    checkFormOrigin(ctx, config)
    const session = sessionToken(ctx.get('Cookie'))
    const caller = await credentials.sessionOf(session)
    const sent = await readForm(ctx, bodies.oauth)
    const form = { request: fieldOf(sent, 'request') ?? '', csrf: fieldOf(sent, 'csrf') ?? '' }
    const asked = session === undefined ? undefined : askedConsent(session, form, clock.now())
    if (!asked || caller?.kind !== 'human') return startAgain(ctx, 'This was not asked of you here.', 403)
    if (asked.expired) return startAgain(ctx, 'This page was open for too long.', 400)

    const asking = await readAsking(parts, new URLSearchParams(asked.query))
    const { authorization } = asking
    if (authorization instanceof OAuthRefusal) return refuseTo(ctx, parts, asking, authorization)
    const answers = async (): Promise<boolean> =>
      (await shortLived.of('consent').take(hashOf(form.request))) !== undefined
    const answeredAlready = (): void => startAgain(ctx, 'This was answered already.', 400)
    const decision = fieldOf(sent, 'decision')
    if (decision === 'allow' || decision === 'read') {
      const scopes = decision === 'read' ? readOnly : authorization.scopes
      const code = await codeFor(parts, caller, asking, { ...authorization, scopes, answers })
      if (code === undefined) answeredAlready()
      else sendBack(ctx, parts, asking, { code })
    } else if (decision === 'deny') {
      if (await answers()) refuseTo(ctx, parts, asking, new OAuthRefusal('access_denied', 'The person said no.'))
      else answeredAlready()
    } else startAgain(ctx, 'Neither Allow nor Deny was chosen.', 400)
  }

/** Less than the app asked for, as its person chose. */
const readOnly: readonly Scope[] = ['svc:read']

/** The host of a client's metadata does not prove which local program uses it, so it is not named as that program. */
function seenAs({ host, place, ...client }: Client, redirect_uri: string): Omit<Client, 'host'> & { host?: string } {
  if (isAddress(client.client_id) && leadsToThisComputer(redirect_uri)) {
    return { ...client, place: `an app on this computer, described by ${place}` }
  }
  return presentAs({ ...client, place, host })
}

/** Undefined when the request was answered already. The pace is asked first: who is over it may still say no to the request. */
function codeFor(
  parts: OAuthParts,
  by: Caller,
  { client }: AuthorizeRequest,
  {
    client_id,
    redirect_uri,
    code_challenge,
    scopes,
    answers,
  }: Authorization & { readonly answers: () => Promise<boolean> },
): Promise<string | undefined> {
  const { config, clock, ask } = parts
  const now = clock.now()
  const { secret, key } = newCredential('oauth_code', now)
  return paced(parts, [{ pace: registration.hostsAllowed, subject: by.id }], async (giveBack) => {
    if (!(await answers())) {
      await giveBack()
      return undefined
    }
    await ask(participant, by.id, 'grant_code', {
      by,
      code: { ...key, label: nameOf(client) },
      grant_id: mint('credential', now),
      client_id,
      redirect_uri,
      code_challenge,
      resource: mcpUrl(config.baseUrl),
      scopes,
    })
    return secret
  })
}

/** The label under which the person finds the connection in their settings. */
const nameOf = ({ name, host, place }: Client): string => (name && label(name)) || (host ?? place)

const startAgain = (ctx: Context, why: string, status: number): void =>
  sendMessage(ctx, 'Start again from the app', `${why} Nothing was allowed. Start again from the app.`, status)

const refuseTo = (ctx: Context, parts: OAuthParts, asking: AuthorizeRequest, { code, message }: OAuthRefusal): void =>
  sendBack(ctx, parts, asking, { error: code, error_description: quotable(message) })

/** RFC 9207: the answer names its issuer. */
function sendBack(
  ctx: Context,
  { config }: OAuthParts,
  { redirect_uri, state }: AuthorizeRequest,
  answer: Readonly<Record<string, string>>,
): void {
  const told = new URLSearchParams({ ...answer, ...present({ state }), iss: config.baseUrl })
  redirectTo(ctx, `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${told.toString()}`)
}

const pathOf = (query: string): string => `/oauth/authorize?${query}`

const cookie = { name: 'dp_authorize', path: '/oauth/authorize', lifetime: lifetimes.signinCode }

/**
 * Redirects to sign-in. A query too long for its `next` waits in a cookie of this browser, which no other page can set.
 */
function signInFirst(ctx: Context, { config }: OAuthParts, query: string): void {
  const path = pathOf(query)
  const fits = path.length <= inputs.nextPath
  if (!fits) {
    ctx.set('Set-Cookie', setCookie(cookie, Buffer.from(query).toString('base64url'), config))
  }
  redirectTo(ctx, `/signin?next=${encodeURIComponent(fits ? path : '/oauth/authorize')}`)
}

/** Sets the address as it is: Koa's own redirect would encode it again. */
function redirectTo(ctx: Context, url: string): void {
  ctx.status = 302
  ctx.set('Location', url)
  ctx.body = ''
}

const keptQuery = (ctx: Context): string =>
  Buffer.from(cookieIn(ctx.get('Cookie'), cookie) ?? '', 'base64url').toString('utf8')
