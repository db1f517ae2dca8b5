import type { Context } from 'koa'
import type { SignInParts } from './sign_in_parts.ts'
import { sessionCaller } from '../request/session_caller.ts'

/** Whether this browser is signed in as a guest who has not confirmed an address yet. */
export async function isUnconfirmed(ctx: Context, parts: SignInParts): Promise<boolean> {
  const caller = await sessionCaller(ctx, parts)
  return caller?.kind === 'guest' && !caller.verified
}
