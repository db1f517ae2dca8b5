import type { Context } from 'koa'
import { sessionCookie } from '../../identity/session_cookie.ts'
import { nameFor } from '../../identity/signin/guests.ts'
import { signIn } from '../../identity/signin/sign_in.ts'
import type { Html } from '../../render/html.ts'
import type { SignInPage } from '../../render/pages/signin.ts'
import { invalid, Refusal } from '../../rules/errors.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import { frame, sendPage } from '../answer/uncached_page.ts'
import type { RouteParts } from '../door_parts.ts'
import { isForm } from '../request/form_body.ts'
import { pathHere } from '../request/own_origin.ts'
import { type GuestHere, guestsComeAlong } from './guests_come_along.ts'

/** Where signing in leads when no other page was asked for. */
export const home = '/'

export const notAnEmail = (): Refusal =>
  invalid('schema', 'That is no email address.', { issues: [{ path: 'email', message: 'is no email address' }] })

/** Does the work of a form; a person whose form is refused gets it again with the problem. */
export async function orFormAgain(
  ctx: Context,
  sent: Readonly<Record<string, unknown>>,
  config: RouteParts['config'],
  page: (again: SignInPage, refusal: Refusal) => Html,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !isForm(ctx)) throw error
    const next = pathHere(sent['next'], config, home)
    sendPage(ctx, page({ frame, next, problem: problemOf(error), typed: typedIn(sent) }, error), error.status)
  }
}

/** What is shown again: neither codes nor what is no text. */
const typedIn = ({ name, email }: Readonly<Record<string, unknown>>): Required<SignInPage>['typed'] => ({
  fields: { ...(typeof name === 'string' && { name }), ...(typeof email === 'string' && { email }) },
})

interface Confirmed {
  readonly email: string
  /** typed into the form */
  readonly name?: Untrusted | undefined
  /** the guest of this browser */
  readonly guest: GuestHere | undefined
}

/** Signs in the person of a confirmed address; returns the cookies for this browser. */
export async function signInByEmail(
  ctx: Context,
  parts: RouteParts,
  { email, name, guest }: Confirmed,
): Promise<string[]> {
  const signedIn = await signIn(parts, {
    email,
    verified: true,
    name: name ?? nameFor(email, guest) ?? untrusted(email.split('@')[0] ?? ''),
    browser: ctx.get('User-Agent'),
  })
  return [sessionCookie(signedIn.session, parts.config), ...(await guestsComeAlong(parts, signedIn, guest))]
}

/** What was wrong with a form, with its fields as the page calls them. */
function problemOf({ details, message }: Refusal): string {
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
