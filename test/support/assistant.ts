import { createHash, randomBytes } from 'node:crypto'
import { type Agent, type Person, withKey } from './cast.ts'
import type { TestServer } from './server.ts'

export const claudesCallback = 'https://claude.ai/api/mcp/auth_callback'

export interface Tokens {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

export interface OAuthAnswer<Body = Record<string, any>> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export interface Pkce {
  readonly verifier: string
  readonly challenge: string
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** POST of a form, or of JSON where the body is no form. */
export async function postOAuth(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> {
  const form = body instanceof URLSearchParams
  const response = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...(!form && { 'Content-Type': 'application/json' }), ...headers },
    body: form ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
}

/** A host as it registers itself. */
export async function registerHost(
  url: string,
  client: object = { redirect_uris: [claudesCallback] },
): Promise<string> {
  const { status, body } = await postOAuth(url, '/oauth/register', client)
  if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
  return body['client_id']
}

interface Asking {
  readonly client_id: string
  readonly redirect_uri?: string
  readonly challenge: string
  /** further parameters; undefined leaves one of the usual ones out */
  readonly more?: Readonly<Record<string, string | undefined>>
}

export function authorizeQuery({ client_id, redirect_uri = claudesCallback, challenge, more = {} }: Asking): string {
  const usual = {
    response_type: 'code',
    client_id,
    redirect_uri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const asked = Object.entries({ ...usual, state: 'a state', ...more })
  return new URLSearchParams(asked.filter((pair): pair is [string, string] => pair[1] !== undefined)).toString()
}

export interface ConsentShown {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly request: string
  readonly csrf: string
}

/** GET /oauth/authorize in a browser with this Cookie header. */
export async function showConsent(url: string, query: string, cookie?: string): Promise<ConsentShown> {
  const response = await fetch(`${url}/oauth/authorize?${query}`, {
    redirect: 'manual',
    headers: cookie === undefined ? {} : { Cookie: cookie },
  })
  const text = await response.text()
  const hidden = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
  return { status: response.status, headers: response.headers, text, request: hidden('request'), csrf: hidden('csrf') }
}

/** Where the browser is sent after Allow or Deny. */
export async function sayOn(
  url: string,
  { request, csrf }: Pick<ConsentShown, 'request' | 'csrf'>,
  cookie: string,
  decision: string,
): Promise<OAuthAnswer & { readonly location?: URL }> {
  const answer = await postOAuth(url, '/oauth/authorize', new URLSearchParams({ request, csrf, decision }), {
    Cookie: cookie,
    Origin: url,
  })
  const to = answer.headers.get('Location')
  return { ...answer, ...(to !== null && { location: new URL(to) }) }
}

/** A code that a person allowed. */
export async function codeFor(url: string, person: Pick<Person, 'session'>, asking: Asking): Promise<string> {
  const shown = await showConsent(url, authorizeQuery(asking), person.session)
  const { location, status, body } = await sayOn(url, shown, person.session, 'allow')
  const code = location?.searchParams.get('code')
  if (!code) throw new Error(`no code: ${shown.status} ${status} ${location?.href} ${JSON.stringify(body)}`)
  return code
}

/** POST /oauth/token as a form. */
export const askToken = (
  url: string,
  fields: Readonly<Record<string, string>>,
  headers?: Record<string, string>,
): Promise<OAuthAnswer> => postOAuth(url, '/oauth/token', new URLSearchParams(fields), headers)

/** A chat assistant that a person has let work for them, by way of the whole sign-in. */
export interface Assistant {
  readonly client_id: string
  readonly tokens: Tokens
  readonly refresh: (token?: string) => Promise<OAuthAnswer>
  /** calls tools with its first access token */
  readonly as: Agent
}

export async function connect(
  server: TestServer,
  person: Person,
  { client, redirect_uri = claudesCallback, scope }: { client?: object; redirect_uri?: string; scope?: string } = {},
): Promise<Assistant> {
  const { url } = server
  const client_id = await registerHost(url, client)
  const { verifier, challenge } = pkce()
  const more = { resource: `${url}/mcp`, ...(scope !== undefined && { scope }) }
  const code = await codeFor(url, person, { client_id, redirect_uri, challenge, more })
  const { status, body } = await askToken(url, {
    grant_type: 'authorization_code',
    code,
    client_id,
    redirect_uri,
    code_verifier: verifier,
  })
  if (status !== 200) throw new Error(`token answered ${status}: ${JSON.stringify(body)}`)
  const tokens = body as Tokens
  return {
    client_id,
    tokens,
    refresh: (refresh_token = tokens.refresh_token) =>
      askToken(url, { grant_type: 'refresh_token', refresh_token, client_id }),
    as: withKey(server, { id: '', handle: person.handle, key: tokens.access_token }),
  }
}
