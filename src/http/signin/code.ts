import type { Context, Middleware } from 'koa'
import { newBrowser, knowBrowser, shareOf } from '../../identity/signin/known_browser.ts'
import { emailKey, isEmail } from '../../rules/email_address.ts'
import { humanWhoMaySignIn } from '../../identity/signin/sign_in.ts'
import {
  askingBrowser,
  browserCookie,
  endedBrowserCookie,
  mailboxFor,
  makeSigninCode,
  trySigninCode,
} from '../../identity/signin/signin_code.ts'
import { signinCodeLetter } from '../../mail/letters.ts'
import { codePage, emailPage, type SignInPage } from '../../render/pages/signin.ts'
import { invalid, notFound, Refusal } from '../../rules/errors.ts'
import { bodies, inputs, lifetimes } from '../../rules/limits.ts'
import { aSpan, asSeconds } from '../../rules/units.ts'
import { optional, text } from '../../tools/input/fields.ts'
import { form } from '../../tools/input/form.ts'
import { isForm, readForm } from '../request/form_body.ts'
import { checkFormOrigin, pathHere } from '../request/own_origin.ts'
import { frame, goTo, sendPage } from '../answer/uncached_page.ts'
import { writeJson } from '../answer/json.ts'
import { home, notAnEmail, orFormAgain, signInByEmail } from './sign_in_form.ts'
import { guestHere, isUnconfirmed } from './guests_come_along.ts'
import type { RouteParts } from '../door_parts.ts'

export const showEmailForm =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const next = pathHere(ctx.query['next'], parts.config, home)
    sendPage(ctx, emailPage({ frame, next, unconfirmed: await isUnconfirmed(ctx, parts) }))
  }

/** The page that follows after asking for a code, for a person who left it and returns. */
export const showCodeForm =
  (parts: RouteParts): Middleware =>
  (ctx) => {
    onlyWhereMailed(parts)
    const next = pathHere(ctx.query['next'], parts.config, home)
    sendPage(ctx, codePage({ frame, next, kept: !parts.mail.connected }))
  }

const asking = form('sign-in', {
  email: text(3, inputs.email),
  next: optional(text(0, inputs.nextPath)),
})

/** Mails a code. The answer is the same for every address, whether or not it has an account. */
export const sendCode =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const { config, ipLimits, mail, sql } = parts
    const sent = await formWhereMailed(ctx, parts)
    await orFormAgain(ctx, sent, config, emailPage, async () => {
      const { email, next } = asking(sent)
      if (!isEmail(email)) throw notAnEmail()
      await ipLimits.count('signinCodeSendPerEmail', await shareOf(parts, { cookies: ctx.get('Cookie'), email }))
      const browser = askingBrowser(ctx.get('Cookie')) ?? newBrowser()
      const path = pathHere(next, config, '')
      const code = await makeSigninCode(parts, { browser, email, next: path })
      await mail.send(signinCodeLetter(await mailboxFor(sql, email), code, config))
      ctx.set('Set-Cookie', browserCookie(browser, config))
      if (isForm(ctx)) sendPage(ctx, codePage({ frame, email, next: path || home, kept: !mail.connected }))
      else writeJson(ctx, { sent: true, expires_in: asSeconds(lifetimes.signinCode) })
    })
  }

const proving = form('sign-in', {
  email: text(3, inputs.email),
  code: text(0, inputs.signinCode),
  next: optional(text(0, inputs.nextPath)),
})

/** Signs in with the code, in the browser that asked for it. */
export const verifyCode =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const { config, mail, sql } = parts
    const sent = await formWhereMailed(ctx, parts)
    const typed = typeof sent['email'] === 'string' && isEmail(sent['email']) ? { email: sent['email'] } : {}
    const again = (page: SignInPage, { details }: Refusal) =>
      details['ended'] === true ? emailPage(page) : codePage({ ...page, ...typed, kept: !mail.connected })
    await orFormAgain(ctx, sent, config, again, async () => {
      const { email, code, next } = proving(sent)
      if (!isEmail(email)) throw notAnEmail()
      const right = await checkedCode(ctx, parts, email, code)
      // refused before the code is spent, so that it still works later
      await humanWhoMaySignIn(sql, right.email)
      const guest = await guestHere(ctx, parts)
      if (!(await right.spend())) throw wrongCode()
      const cookies = await signInByEmail(ctx, parts, { email: right.email, guest })
      const path = pathHere(next, config, right.next || home)
      const known = await knowBrowser(parts, { cookies: ctx.get('Cookie'), email: right.email })
      ctx.set('Set-Cookie', [...cookies, endedBrowserCookie(config), known])
      if (!isForm(ctx)) return writeJson(ctx, { ok: true, path })
      goTo(ctx, path)
    })
  }

/**
 * Throws when the code is wrong. Only wrong codes count, so that others' attempts never block a right one. Browsers without
 * a code fill a window that refuses only them; wrong codes fill it too, since the last of them ends the code.
 */
async function checkedCode(ctx: Context, parts: RouteParts, email: string, code: string) {
  const { ipLimits } = parts
  const browser = askingBrowser(ctx.get('Cookie'))
  const tried = browser && (await trySigninCode(parts, { browser, email, code: code.replace(/[\s-]/g, '') }))
  if (typeof tried === 'object') return tried
  const countedWithout = ipLimits.count('signinCodeVerifyPerEmail', `${emailKey(email)} without a code`)
  if (tried === 'wrong' || tried === 'last') {
    await countedWithout.catch(() => undefined)
    await ipLimits.count('signinCodeVerifyPerEmail', emailKey(email))
  } else await countedWithout
  throw tried === 'last' || tried === 'ended' ? endedCode() : wrongCode()
}

function formWhereMailed(ctx: Context, parts: RouteParts): ReturnType<typeof readForm> {
  onlyWhereMailed(parts)
  checkFormOrigin(ctx, parts.config)
  return readForm(ctx, bodies.settings)
}

/** Throws not_found where an identity provider signs people in. The development server takes codes beside its form. */
function onlyWhereMailed({ config }: RouteParts): void {
  if (config.auth === 'oidc') throw notFound('unreadable', 'This server signs people in elsewhere: GET /signin.')
}

const endedCode = (): Refusal =>
  invalid('code', `That code has ended, after ${lifetimes.signinCodeTries} wrong tries. Ask for a new one.`, {
    ended: true,
  })

const wrongCode = (): Refusal =>
  invalid(
    'code',
    `That code does not work here: it may be mistyped, used, older than ${aSpan(lifetimes.signinCode)}, or asked for in another browser. Type it again, or ask for a new one.`,
  )
