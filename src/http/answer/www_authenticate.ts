import type { Context } from 'koa'
import type { Site } from '../../config.ts'
import type { Refusal } from '../../rules/errors.ts'
import { scopes } from '../../rules/scopes.ts'

/** The WWW-Authenticate header: where a client gets a token (RFC 9728), and what was wrong with the one it sent. */
export function challenge({ baseUrl }: Site, refusal: Refusal): string {
  const metadata = `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="${scopes.join(' ')}"`
  if (refusal.reason === 'no_key') return metadata
  return `${metadata}, error="invalid_token", error_description="${quotable(refusal.message)}"`
}

/** Keeps what a quoted-string of a header may hold: printable ASCII without quotes and backslashes. */
export const quotable = (message: string): string => message.replace(/[^\x20-\x7e]|["\\]/g, '')

export function setChallenge(ctx: Pick<Context, 'res' | 'set'>, config: Site, refusal: Refusal): void {
  if (refusal.code === 'unauthenticated' && !ctx.res.hasHeader('WWW-Authenticate'))
    ctx.set('WWW-Authenticate', challenge(config, refusal))
}
