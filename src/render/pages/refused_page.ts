import { inputs } from '../../rules/limits.ts'
import type { Frame, PageAsked, Refused } from '../page_arguments.ts'
import { type Html, html } from '../html.ts'
import { actForm, button, refusedHere } from '../marks/form/act.ts'
import { lead, pageTitle, twoColumns } from '../marks/layout.ts'
import { lineField } from '../marks/form/field.ts'
import { time } from '../marks/in_words.ts'
import { type SentFields, unsavedWords } from '../marks/form/unsaved_words.ts'
import { waitFor } from '../words/refusal_sentences.ts'
import { refusalWords } from '../words/refusals_for_people.ts'
import { pageHtml } from '../shell.ts'

/** Pages with nothing to show: what happened, what stays, and what to do. */

interface AskingIn {
  /** the hub's slug: a reader who knows it may ask to join, whether the hub exists or not */
  readonly hub: string
  /** absent when the reader has not asked yet */
  readonly requested?: Date
}

/** Missing and private look alike. `sent` is what came with a form. */
export const missingPage = (asked: Frame & Partial<PageAsked>, asking?: AskingIn, sent?: SentFields): Html =>
  pageHtml({
    title: 'There is nothing here for you',
    frame: asked,
    body: twoColumns(
      html`${pageTitle(
        'There is nothing here for you',
        html`<p class="soft">It may be private or gone. If somebody sent you here, ask them for an invite${asked.me === undefined && html`, or <a href="/signin">sign in</a> as the one they shared it with`}.</p>
${asking && asked.key && askToJoin({ ...asked, key: asked.key }, asking)}<p class="acts"><a class="button" href="/">Home</a><a class="button plain" href="/search">Find something else</a></p>\n`,
      )}${sent && unsavedWords(sent)}`,
    ),
  })

function askToJoin(asked: Pick<PageAsked, 'key' | 'refused'>, { hub, requested }: AskingIn): Html {
  if (requested)
    return html`<div class="notice" role="status"><p>You asked to join, ${time(requested)}. You hear of it in your inbox once somebody answers.</p></div>\n`
  const act = { act: 'ui_join_hub', fields: { hub }, what: 'this hub' }
  return html`${actForm(
    asked,
    act,
    html`${lineField(refusedHere(asked, act.act, act.fields), { name: 'note', label: 'Is it a hub you know of? Ask to join', maxlength: inputs.note, placeholder: 'A line for its owner: who you are' })}<p class="acts spaced">${button('Ask to join', { look: 'go' })}</p>`,
  )}
`
}

type Refusing = Pick<Refused, 'code' | 'reason' | 'message' | 'details'>

/** A form as it was sent, to the address of its page. */
export interface SentForm {
  readonly fields: SentFields
  readonly page: string
}

/** The requested page is refused for now, or to this reader. */
export function refusedPage(frame: Frame, refusal: Refusing, sent?: SentForm): Html {
  const { heading, words } = sent && refusal.code === 'unauthenticated' ? signedOut : sayings(refusal)
  const signIn = sent ? `/signin?next=${encodeURIComponent(sent.page)}` : '/signin'
  return pageHtml({
    title: heading,
    frame,
    body: twoColumns(
      html`${pageTitle(
        heading,
        html`${lead(words)}<p class="acts">${refusal.code === 'unauthenticated' ? html`<a class="button go" href="${signIn}">Sign in</a>` : undefined}<a class="button" href="/">Home</a></p>\n`,
      )}${sent && unsavedWords(sent.fields)}`,
    ),
  })
}

const signedOut = {
  heading: 'You are signed out',
  words: 'This was not sent. Copy your words from below, sign in, and send them again.',
}

function sayings(refusal: Refusing): { readonly heading: string; readonly words: string } {
  const { code, details } = refusal
  const again = waitFor(details)
  switch (code) {
    case 'rate_limited':
      return {
        heading: 'That was quick',
        words:
          refusal.reason === 'ip'
            ? `Many requests came from your network. You can go on in ${again}; nothing is lost, open this page again then.`
            : refusalWords(refusal),
      }
    case 'busy':
      return { heading: 'svc is busy', words: `Nothing was changed. Open this page again in ${again}.` }
    case 'paused':
      return { heading: 'Not now', words: refusalWords(refusal) }
    case 'internal':
      return {
        heading: 'Something went wrong',
        words: 'It went wrong on our side. Nothing was changed. Open this page again in a moment.',
      }
    case 'unauthenticated':
      return { heading: 'Sign in to see this', words: refusalWords(refusal) }
    default:
      return { heading: 'That did not work', words: refusalWords(refusal) }
  }
}
