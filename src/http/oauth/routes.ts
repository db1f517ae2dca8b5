import type Router from '@koa/router'
import { openClientMetadata } from '../../identity/oauth/client_metadata.ts'
import { preflightOfPost } from '../answer/cors.ts'
import { inOAuthShape } from './refusals.ts'
import { decide, onAPage, showConsent } from './authorize.ts'
import { metadataRoutes } from './metadata.ts'
import type { OAuthParts } from './oauth_parts.ts'
import { register } from './register_client.ts'
import { endToken } from './revoke.ts'
import { giveTokens } from './token.ts'

/** Connects chat-assistant hosts to a person's account: OAuth 2.1, public clients, PKCE. /.well-known/oauth-* is in metadata.ts. */
export function oauthRoutes(router: Router, opened: Omit<OAuthParts, 'clientMetadata'>): void {
  const { config, ipLimits } = opened
  const parts: OAuthParts = { ...opened, clientMetadata: openClientMetadata(opened) }
  metadataRoutes(router, config)
  for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) router.options(path, preflightOfPost)
  router.post('/oauth/register', inOAuthShape, ipLimits.of('oauthRegister'), register(parts))
  router.get('/oauth/authorize', onAPage, showConsent(parts))
  router.post('/oauth/authorize', onAPage, decide(parts))
  router.post('/oauth/token', inOAuthShape, ipLimits.of('oauthToken'), giveTokens(parts))
  router.post('/oauth/revoke', inOAuthShape, endToken(parts))
}
