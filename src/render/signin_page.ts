import { allowance, inputs, sizes } from '../rules/limits.ts'
import { type Html, html } from './html.ts'
import { pageHtml } from './page.ts'

export interface SignInPage {
  /** where it goes on */
  readonly next: string
  /** why the last try failed */
  readonly problem?: string
  /** whoever is here takes part already, and has confirmed no address: they may do that instead */
  readonly unconfirmed?: boolean
}

/** The development form: no password, it only ever runs where nobody else comes. */
export const developmentPage = ({
  next,
  asksCode,
  problem,
  unconfirmed,
}: SignInPage & {
  /** from off the local machine the form asks for the tester code */
  readonly asksCode: boolean
}): Html =>
  signIn(
    problem,
    html`<p>This is a development server: any name and email will do, and the email counts as confirmed.</p>
<form method="post" action="/signin">
<input type="hidden" name="next" value="${next}">
<p><label>Name <input name="name" autocomplete="name" maxlength="${sizes.name}" required></label></p>
${emailField()}${
  asksCode &&
  html`
<p><label>Tester code <input name="tester_code" type="password" autocomplete="off" required></label></p>`
}
<p><button>Sign in</button></p>
</form>${unconfirmed && confirming()}`,
  )

/** Where a code is mailed to. */
export const emailPage = ({ next, problem, unconfirmed }: SignInPage): Html =>
  signIn(
    problem,
    html`<p>We mail you a code of six digits. The first time, it makes your account.</p>
<form method="post" action="/signin/code">
<input type="hidden" name="next" value="${next}">
${emailField()}
<p><button>Mail me a code</button></p>
</form>${unconfirmed && confirming()}`,
  )

/** Where the code is typed in, in the browser that asked for it. */
export const codePage = ({
  next,
  email,
  kept,
  problem,
}: SignInPage & {
  /** left out: whoever comes back here says it again */
  readonly email?: string
  /** no mail server is connected */
  readonly kept: boolean
}): Html =>
  signIn(
    problem,
    html`<p>${kept ? keptHere : html`A code is on its way to ${email ?? 'your address'}. It works in this browser, for an hour.`}</p>
<form method="post" action="/signin/code/verify">
<input type="hidden" name="next" value="${next}">
${email === undefined ? emailField() : html`<input type="hidden" name="email" value="${email}">`}
<p><label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="${inputs.signinCode}" required></label></p>
<p><button>Sign in</button></p>
</form>
<p><a href="${`/signin?next=${encodeURIComponent(next)}`}">Use another address, or have a new code sent</a></p>`,
  )

const keptHere =
  'Email is not connected on this server: the message was kept locally, and whoever runs it can read it there.'

const signIn = (problem: string | undefined, body: Html): Html =>
  pageHtml({
    title: 'Sign in',
    signedIn: false,
    body: html`<h1>Sign in</h1>${
      problem !== undefined &&
      html`
<p role="alert">${problem}</p>`
    }
${body}`,
  })

const emailField = (): Html =>
  html`<p><label>Email <input name="email" type="email" autocomplete="email" maxlength="${inputs.email}" required></label></p>`

const confirming = (): Html => html`
<h2>Or stay who you are here</h2>
<p>Confirm an email address, and you write ${allowance.verifiedGuest.limit} posts an hour instead of ${allowance.unverifiedGuest.limit} a day. We mail you a link.</p>
<form method="post" action="/signin/email">
${emailField()}
<p><button>Mail me a link</button></p>
</form>`
