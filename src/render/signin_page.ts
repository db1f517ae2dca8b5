import { sizes, inputs } from '../rules/limits.ts'
import { type Html, html } from './html.ts'
import { pageHtml } from './page.ts'

export interface SignInPage {
  /** where it goes on */
  readonly next: string
  /** from off the local machine the form asks for the tester code */
  readonly asksCode: boolean
  /** why the last try failed */
  readonly problem?: string
}

/** The development form: no password, it only ever runs where nobody else comes. */
export const signInPage = ({ next, asksCode, problem }: SignInPage): Html =>
  pageHtml({
    title: 'Sign in',
    signedIn: false,
    body: html`<h1>Sign in</h1>
<p>This is a development server: any name and email will do, and the email counts as confirmed.</p>${
      problem !== undefined &&
      html`
<p role="alert">${problem}</p>`
    }
<form method="post" action="/signin">
<input type="hidden" name="next" value="${next}">
<p><label>Name <input name="name" autocomplete="name" maxlength="${sizes.name}" required></label></p>
<p><label>Email <input name="email" type="email" autocomplete="email" maxlength="${inputs.email}" required></label></p>${
      asksCode &&
      html`
<p><label>Tester code <input name="tester_code" type="password" autocomplete="off" required></label></p>`
    }
<p><button>Sign in</button></p>
</form>`,
  })
