import { createHash } from 'node:crypto'
import type { Middleware } from 'koa'
import { participant } from '../../../actors/participant/index.ts'
import { checkResource, scopesOf } from '../../identity/oauth/authorization_request.ts'
import { clientOf, isAddress } from '../../identity/oauth/client.ts'
import { type GrantSecret, grantSecretOf } from '../../identity/oauth/grant_secret.ts'
import { hashOf, newCredential, sameSecret } from '../../identity/secrets.ts'
import { present } from '../../records/present.ts'
import type { Scope } from '../../rules/scopes.ts'
import { credentialKinds } from '../../rules/credential_kinds.ts'
import { OAuthRefusal } from '../../rules/oauth_errors.ts'
import { bodies, registration } from '../../rules/limits.ts'
import { asSeconds } from '../../rules/units.ts'
import { paced } from '../../tools/call/pace/pace_outside_tools.ts'
import { clientNetworks } from '../request/client_address.ts'
import { readForm } from '../request/form_body.ts'
import { writeJson } from '../answer/json.ts'
import { fieldOf, neededField } from './request_fields.ts'
import type { OAuthParts } from './oauth_parts.ts'
import { mcpUrl } from '../../rules/endpoints.ts'

type Fields = Readonly<Record<string, unknown>>

/** POST /oauth/token: exchanges a code or a refresh token for a pair of tokens. */
export const giveTokens =
  (parts: OAuthParts): Middleware =>
  async (ctx) => {
    const { config, ipLimits } = parts
    const sent = await readForm(ctx, bodies.oauth)
    const { network } = clientNetworks(ctx.req, config)
    await ipLimits.count('oauthTokenPerClient', hashOf(`${network} ${fieldOf(sent, 'client_id') ?? ''}`))
    const kind = neededField(sent, 'grant_type')
    if (kind !== 'authorization_code' && kind !== 'refresh_token') {
      throw new OAuthRefusal('unsupported_grant_type', 'The grant_type has to be authorization_code or refresh_token.')
    }
    const client_id = await knownClient(parts, neededField(sent, 'client_id'))
    const resource = fieldOf(sent, 'resource')
    checkResource(resource === undefined ? [] : [resource], config)
    const spent = await (kind === 'authorization_code' ? codeOf : refreshTokenOf)(parts, sent, client_id)
    if (spent.suspended) throw invalidGrant('The account is suspended.')
    // a host may ask for fewer scopes than granted; the next refresh may ask for all of them again
    const scopes = kind === 'refresh_token' ? scopesOf(fieldOf(sent, 'scope'), spent.scopes) : spent.scopes
    writeJson(ctx, await renew(parts, spent, scopes))
  }

/** A client_id that is an address was proved when the code was made, and the code is bound to it. */
async function knownClient(parts: OAuthParts, client_id: string): Promise<string> {
  if (!isAddress(client_id)) await clientOf(parts, client_id)
  return client_id
}

async function codeOf({ sql }: OAuthParts, sent: Fields, client_id: string): Promise<GrantSecret> {
  const [code, redirect_uri, verifier] = [
    neededField(sent, 'code'),
    neededField(sent, 'redirect_uri'),
    neededField(sent, 'code_verifier'),
  ]
  const known = await grantSecretOf({ sql }, code, 'oauth_code')
  if (known?.client_id !== client_id) throw invalidGrant('This code is not known, or is not for this client.')
  if (known.redirect_uri !== redirect_uri) throw invalidGrant('The redirect_uri is not the one the code was sent to.')
  if (!verifierForm.test(verifier) || !sameSecret(challengeOf(verifier), known.code_challenge ?? '')) {
    throw invalidGrant('The code_verifier does not belong to this code.')
  }
  return known
}

/** RFC 7636, 4.1 */
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

async function refreshTokenOf({ sql }: OAuthParts, sent: Fields, client_id: string): Promise<GrantSecret> {
  const known = await grantSecretOf({ sql }, neededField(sent, 'refresh_token'), 'refresh_token')
  if (known?.client_id !== client_id) throw invalidGrant('This refresh token is not known, or is not for this client.')
  return known
}

async function renew(parts: OAuthParts, spent: GrantSecret, access_scopes: readonly Scope[]): Promise<object> {
  const { config, clock, ask, credentials } = parts
  const now = clock.now()
  const [access, refresh] = [newCredential('access_token', now), newCredential('refresh_token', now)]
  const { id, participant_id, client_id, scopes, label } = spent
  const exchange = () =>
    ask(participant, participant_id, 'renew_grant', {
      spent: id,
      client_id,
      resource: mcpUrl(config.baseUrl),
      scopes,
      access_scopes,
      access: present({ ...access.key, label }),
      refresh: present({ ...refresh.key, label }),
    })
  if (spent.grant_ended) throw invalidGrant(refusals.reused)
  // one used before renews nothing: that it was stolen is found out at any pace
  const { reply } = await (spent.spent ? exchange() : paced(parts, renewalsOf(spent), exchange))
  if (reply.ended.length > 0) await credentials.changed({ credentials: reply.ended })
  if (reply.outcome !== 'renewed') throw invalidGrant(refusals[reply.outcome])
  return {
    access_token: access.secret,
    token_type: 'Bearer',
    expires_in: asSeconds(credentialKinds.access_token.lifetime),
    refresh_token: refresh.secret,
    scope: access_scopes.join(' '),
  }
}

const renewalsOf = ({ participant_id, client_id }: GrantSecret) => [
  { pace: registration.grantRenewals, subject: `${participant_id} ${client_id}` },
  { pace: registration.grantRenewalsInAll, subject: participant_id },
]

const refusals = {
  expired: 'It ran out: the person has to connect again.',
  raced: 'This refresh token was used a moment ago: go on with the tokens of that answer.',
  reused: 'It was used before, or the connection was ended: the person has to connect again.',
} as const

const invalidGrant = (why: string): OAuthRefusal => new OAuthRefusal('invalid_grant', why)
