import type { Context } from 'koa'
import type { Credentials } from '../../identity/credentials.ts'
import { sessionToken } from '../../identity/session_cookie.ts'
import type { Site } from '../../config.ts'
import type { Caller } from '../../rules/caller.ts'
import { unauthenticated } from '../../rules/errors.ts'

export interface SessionParts {
  readonly credentials: Pick<Credentials, 'sessionOf'>
}

/** The caller whose session this browser has; undefined when it is signed out. */
export const sessionCaller = (ctx: Context, { credentials }: SessionParts): Promise<Caller | undefined> =>
  credentials.sessionOf(sessionToken(ctx.get('Cookie')))

/** The same, and a signed-out browser is refused. */
export async function signedInCaller(ctx: Context, parts: SessionParts & { readonly config: Site }): Promise<Caller> {
  const caller = await sessionCaller(ctx, parts)
  if (!caller) throw unauthenticated('no_key', `Sign in first: ${parts.config.baseUrl}/signin.`)
  return caller
}
