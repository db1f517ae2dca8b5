import type { Site } from '../../config.ts'
import { type Scope, scopes, scopesFrom } from '../../rules/scopes.ts'
import { OAuthRefusal } from '../../rules/oauth_errors.ts'
import { oauth } from '../../rules/limits.ts'
import { namedTwice } from '../../text/named_twice.ts'
import { isRegistered } from './redirects.ts'
import type { Client } from './client.ts'
import { mcpUrl } from '../../rules/endpoints.ts'

/** A checked authorization request of a client. */
export interface Authorization {
  readonly client_id: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly scopes: readonly Scope[]
}

/** Returns the redirect URI for the answer or refusal. Throws when it is missing or not registered. */
export function redirectOf(asked: URLSearchParams, { redirect_uris }: Client): string {
  const redirect_uri = asked.get('redirect_uri')
  if (redirect_uri === null) throw new OAuthRefusal('invalid_request', 'The parameter redirect_uri is missing.')
  if (!isRegistered(redirect_uri, redirect_uris)) {
    throw new OAuthRefusal('invalid_redirect_uri', 'This redirect_uri is not one that the client registered.')
  }
  return redirect_uri
}

/** Each parameter may appear once (RFC 6749, 3.1); `resource` may name several servers (RFC 8707). */
export function checkOnce(asked: URLSearchParams): void {
  const names = [...asked.keys()].filter((name) => name !== 'resource')
  if (namedTwice(names) !== undefined) throw new OAuthRefusal('invalid_request', 'A parameter is there more than once.')
}

/** Checks the rest of the request. */
export function authorizationOf(asked: URLSearchParams, redirect_uri: string, config: Site): Authorization {
  checkOnce(asked)
  const type = asked.get('response_type')
  if (type === null) throw new OAuthRefusal('invalid_request', 'The parameter response_type is missing: it is code.')
  if (type !== 'code') throw new OAuthRefusal('unsupported_response_type', 'The response_type has to be code.')
  if (asked.get('code_challenge_method') !== 'S256') {
    throw new OAuthRefusal('invalid_request', 'PKCE is needed: code_challenge_method has to be S256.')
  }
  const code_challenge = asked.get('code_challenge') ?? ''
  if (!challengeForm.test(code_challenge)) {
    throw new OAuthRefusal('invalid_request', 'PKCE is needed: code_challenge is the SHA-256 of the code_verifier.')
  }
  if ((asked.get('state')?.length ?? 0) > oauth.state) {
    throw new OAuthRefusal('invalid_request', `The state is longer than ${oauth.state} characters.`)
  }
  checkResource(asked.getAll('resource'), config)
  const scopes = scopesOf(asked.get('scope') ?? undefined)
  return { client_id: asked.get('client_id') ?? '', redirect_uri, code_challenge, scopes }
}

/** SHA-256 in base64url. */
const challengeForm = /^[A-Za-z0-9_-]{43}$/

/** Tokens are valid for the MCP server and everything behind it; no resource means that. */
export function checkResource(named: readonly string[], config: Site): void {
  const ours = mcpUrl(config.baseUrl)
  if (named.every((resource) => [ours, `${ours}/`].includes(asTyped(resource)))) return
  throw new OAuthRefusal('invalid_target', `The resource has to be ${ours}.`)
}

/** Hosts send the address as a person typed it in, with what it asks for there, such as `?content=text`. */
const asTyped = (resource: string): string => resource.split('?', 1)[0] ?? ''

/** Of a token that is asked for. Refresh tokens are issued without a scope. */
export function scopesOf(asked: string | undefined, granted: readonly Scope[] = scopes): readonly Scope[] {
  const named = (asked ?? '').split(' ').filter((scope) => scope !== '' && scope !== 'offline_access')
  if (named.length === 0) return granted
  if (!named.every((scope) => granted.includes(scope as Scope))) {
    throw new OAuthRefusal('invalid_scope', `The scope can be ${granted.join(' ')}.`)
  }
  return scopesFrom(named as Scope[])
}
