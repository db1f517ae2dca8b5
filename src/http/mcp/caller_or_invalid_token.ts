import type { Context } from 'koa'
import { bearerToken } from '../../identity/authorization_header.ts'
import { errors, Refusal, unauthenticated } from '../../rules/errors.ts'
import { challenge } from '../answer/www_authenticate.ts'
import type { DoorParts } from '../door_parts.ts'
import { callerOfMcp } from './direct_calls.ts'
import { contentTypes } from '../answer/content_types.ts'
import { howToGetAKey } from '../../rules/refusals/bad_credential.ts'

export type SignedIn = NonNullable<Awaited<ReturnType<typeof signedIn>>>

/** Returns the caller; undefined when the 401 was answered here, in the format of OAuth. */
export async function signedIn(parts: DoorParts, ctx: Context) {
  try {
    const token = bearerToken(ctx.req.headers.authorization)
    if (token === undefined) {
      const way = howToGetAKey(parts.config)
      throw unauthenticated('no_key', `Send a key or an access token as a Bearer token. No key? ${way}`)
    }
    return { token, caller: await callerOfMcp(parts, ctx.req, token) }
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.code !== 'unauthenticated') throw refusal
    ctx.status = errors.invalid_token.status
    ctx.set('WWW-Authenticate', challenge(parts.config, refusal))
    ctx.set('Content-Type', contentTypes['application/json'])
    ctx.body = JSON.stringify({ error: 'invalid_token', error_description: refusal.message, reason: refusal.reason })
    return undefined
  }
}
