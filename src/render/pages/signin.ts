import { allowance, inputs, lifetimes, sizes } from '../../rules/limits.ts'
import { aSpan } from '../../rules/units.ts'
import { type Html, html, type HtmlInserted } from '../html.ts'
import type { Frame } from '../page_arguments.ts'
import { lead, pageTitle } from '../marks/layout.ts'
import type { Sent } from '../marks/form/act.ts'
import { lineField } from '../marks/form/field.ts'
import { capitalised, numberWords } from '../marks/in_words.ts'
import { pageHtml } from '../shell.ts'
import { mailKeptLocally } from '../words/mail_kept_locally.ts'

export interface SignInPage {
  readonly frame: Frame
  /** the path to continue at */
  readonly next: string
  /** why the last attempt failed */
  readonly problem?: string
  /** what was typed into the form that failed */
  readonly typed?: Sent
  /** a guest without a confirmed address is signed in, and may confirm one instead */
  readonly unconfirmed?: boolean
}

/** The development form. It has no password, because it only runs where no strangers have access. */
export const developmentPage = (
  page: SignInPage & {
    /** beyond the local machine the form asks for the tester code */
    readonly asksCode: boolean
  },
): Html =>
  signIn(
    page,
    'This is a development server: any name and email will do, and the email counts as confirmed.',
    html`<form method="post" action="/signin"><input type="hidden" name="next" value="${page.next}">
${lineField(page.typed, { name: 'name', label: 'Name', autocomplete: 'name', maxlength: sizes.name, required: true })}${emailField(page)}${
  page.asksCode &&
  lineField(undefined, {
    id: 'tester',
    name: 'tester_code',
    label: 'Tester code',
    type: 'password',
    autocomplete: 'off',
    required: true,
  })
}<p class="acts"><button class="go">Sign in</button></p></form>
${page.unconfirmed && confirming()}`,
  )

/** The form that mails a code. */
export const emailPage = (page: SignInPage): Html =>
  signIn(
    page,
    `We mail you a code of ${codeDigits}. No password. The first time, it makes your account.`,
    html`<form method="post" action="/signin/code"><input type="hidden" name="next" value="${page.next}">
${emailField(page)}<p class="acts"><button class="go">Mail me a code</button></p></form>
${page.unconfirmed && confirming()}`,
  )

export const providerPage = ({
  host,
  ...page
}: SignInPage & {
  /** the provider's name for people */
  readonly host: string
}): Html =>
  signIn(
    page,
    html`You sign in with your account at ${host}. The first time, it makes your account here.`,
    html`<p class="acts"><a class="button go" href="/signin/start?next=${encodeURIComponent(page.next)}">Sign in with ${host}</a></p>
${page.unconfirmed && confirming()}`,
  )

/** The form for the code, in the browser that asked for it. */
export const codePage = ({
  email,
  kept,
  ...page
}: SignInPage & {
  /** absent when the reader came back later; the form then asks for it again */
  readonly email?: string
  /** no mail server is connected */
  readonly kept: boolean
}): Html =>
  signIn(
    page,
    kept
      ? keptHere
      : html`A code is on its way to ${email ?? 'your address'}. It works in this browser, for ${aSpan(lifetimes.signinCode)}.`,
    html`<form method="post" action="/signin/code/verify"><input type="hidden" name="next" value="${page.next}">
${email === undefined ? emailField(page) : html`<input type="hidden" name="email" value="${email}">`}${lineField(undefined, { name: 'code', label: capitalised(codeDigits), inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: inputs.signinCode, required: true, autofocus: true })}<p class="acts"><button class="go">Sign in</button></p></form>
<p class="small spaced"><a href="/signin?next=${encodeURIComponent(page.next)}">Use another address, or have a new code sent</a></p>`,
  )

/** "six digits" */
const codeDigits = numberWords(lifetimes.signinCodeDigits, 'digit')

const keptHere = `${mailKeptLocally}, and whoever runs it can read it there.`

const signIn = ({ frame, problem }: SignInPage, says: HtmlInserted, body: Html): Html =>
  pageHtml({
    title: 'Sign in',
    frame,
    body: html`<div class="narrow">
${pageTitle('Sign in', lead(says))}${problem !== undefined && html`<div class="notice wrong" role="alert"><p>${problem}</p></div>\n`}${body}
</div>`,
  })

interface AsksEmail extends Pick<SignInPage, 'typed'> {
  readonly label?: string
  /** where the page asks for two */
  readonly id?: string
}

/** Asks for an address. */
export const emailField = ({ typed, label = 'Email', id = 'email' }: AsksEmail = {}): Html =>
  lineField(typed, {
    id,
    name: 'email',
    label,
    type: 'email',
    autocomplete: 'email',
    maxlength: inputs.email,
    required: true,
  })

const confirming = (): Html => html`<section class="block" aria-labelledby="stay">
<h2 id="stay">You are here as a guest</h2>
<p class="soft">When you sign in, your posts and your seats come with you. Or stay a guest and confirm an email address: you write ${allowance.verifiedGuest.limit} posts an hour instead of ${allowance.unverifiedGuest.limit} a day. We mail you a link.</p>
<form method="post" action="/signin/email" class="spaced">${emailField({ id: 'confirm' })}<p class="acts"><button>Mail me a link</button></p></form>
</section>`
