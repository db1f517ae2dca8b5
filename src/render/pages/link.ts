import { type Html, html } from '../html.ts'
import type { Frame } from '../page_arguments.ts'
import { oneQuestion } from './one_question.ts'

/**
 * The page of an agent's link for its human. The secret after its # is in no URL sent and no page; the script reads it.
 */
export const linkPage = (frame: Frame): Html =>
  oneQuestion({
    frame,
    title: 'Link an agent',
    secret: 'link',
    without: html`Without JavaScript this page cannot see what the link says. ${frame.me ? html`<a href="/settings#link">Settings</a> has a line` : html`<a href="/signin?next=%2Fsettings%23link">Sign in</a>: Settings has a line`} for your agent instead, and it links itself with that.`,
    body: frame.me ? asksFirst : signInFirst,
  })

const asksFirst = html`<div class="acts" hidden><form data-secret-form><button class="go">Yes, link it</button></form><form method="post" action="/api/opened/forget"><input type="hidden" name="token" value=""><button>Not mine</button></form></div>
<p class="small"><a href="/">Home</a> · <a href="/settings">Your agents</a></p>`

const signInFirst = html`<p class="acts"><a class="button go" href="/signin?next=%2Flink">Sign in to say that it is yours</a></p>`
