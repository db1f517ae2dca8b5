import type { Context } from 'koa'
import { invalid, type Refusal } from '../../rules/errors.ts'
import type { SignInParts } from './sign_in_parts.ts'
import { sessionCaller } from '../request/session_caller.ts'

/** Where signing in leads when no other page was asked for. */
export const home = '/'

export const notAnEmail = (): Refusal =>
  invalid('schema', 'That is no email address.', { issues: [{ path: 'email', message: 'is no email address' }] })

/** Whether this browser is signed in as a guest who has not confirmed an address yet. */
export async function isUnconfirmed(ctx: Context, parts: SignInParts): Promise<boolean> {
  const caller = await sessionCaller(ctx, parts)
  return caller?.kind === 'guest' && !caller.verified
}

/** What was wrong with a form, with its fields as the page calls them. */
export function problemOf({ details, message }: Refusal): string {
  const { field, limit } = details
  const called = fieldNames[String(field)]
  return called === undefined || typeof limit !== 'number'
    ? message
    : `${called} is too long: it takes ${limit} characters.`
}

const fieldNames: Readonly<Record<string, string>> = {
  name: 'That name',
  email: 'That address',
  code: 'That code',
  tester_code: 'That tester code',
}
