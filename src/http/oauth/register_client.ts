import type { Middleware } from 'koa'
import { scopes } from '../../rules/scopes.ts'
import { registerClient } from '../../identity/oauth/client.ts'
import { hashOf } from '../../identity/secrets.ts'
import { redirectsIn } from '../../identity/oauth/redirects.ts'
import { present } from '../../records/present.ts'
import { OAuthRefusal } from '../../rules/oauth_errors.ts'
import { bodies, oauth } from '../../rules/limits.ts'
import { asSeconds } from '../../rules/units.ts'
import { label } from '../../text/names/labels.ts'
import { untrusted } from '../../text/untrusted.ts'
import { readJson } from '../request/read_body.ts'
import { clientNetworks } from '../request/client_address.ts'
import { writeJson } from '../answer/json.ts'
import { fieldOf } from './request_fields.ts'
import type { OAuthParts } from './oauth_parts.ts'

/** RFC 7591. Every client becomes a public one, even if it asks for a secret: it proves itself by PKCE. */
export const register =
  (parts: OAuthParts): Middleware =>
  async (ctx) => {
    const { config, clock, ipLimits } = parts
    const sent = await readJson(ctx.req, bodies.oauth)
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      throw new OAuthRefusal('invalid_request', 'Send one JSON object with redirect_uris.')
    }
    const fields = sent as Record<string, unknown>
    const redirect_uris = redirectsOf(fields['redirect_uris'])
    const { network } = clientNetworks(ctx.req, config)
    await ipLimits.count('oauthRegisterPerClient', hashOf(`${network} ${redirect_uris.toSorted().join(' ')}`))
    const name = label(untrusted(fieldOf(fields, 'client_name') ?? ''))
    const client_id = await registerClient(parts, { redirect_uris, name })
    ctx.status = 201
    writeJson(ctx, {
      client_id,
      client_id_issued_at: asSeconds(clock.now()),
      ...present({ client_name: name !== '' ? name : undefined }),
      redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: scopes.join(' '),
    })
  }

function redirectsOf(sent: unknown): readonly string[] {
  const found = redirectsIn(sent)
  if (found === 'count') {
    const { least, most } = oauth.redirectUris
    throw new OAuthRefusal('invalid_redirect_uri', `redirect_uris has to be a list of ${least} to ${most} addresses.`)
  }
  if (typeof found === 'number') {
    throw new OAuthRefusal(
      'invalid_redirect_uri',
      `redirect_uris[${found}] has to be https, http on localhost, 127.0.0.1 or [::1], or the scheme of an app such as com.example.app:/callback; without fragment and user.`,
    )
  }
  return found
}
