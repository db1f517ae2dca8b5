import type { Fragment } from '../body.ts'
import type { ActsAsked, Me } from '../page_arguments.ts'
import { type Html, html, type HtmlInserted, markup } from '../html.ts'
import { present } from '../../records/present.ts'
import type { Untrusted } from '../../text/untrusted.ts'

/** The arguments of a card besides its view. */
export interface CardAsked extends ActsAsked {
  readonly me?: Pick<Me, 'id' | 'kind'>
  /** the base URL without a trailing slash, for links that open in a browser */
  readonly origin: string
  readonly now: number
}

/** Draws one card, 380 to 640 pixels wide. Long content ends in "Open in the browser". */
export type Card<View> = (view: View, asked: CardAsked, fragment: Fragment) => Html

/** Frames a card. `side` gives its context in a few words, beside the title. */
export const cardFrame = (title: Html | string, side: HtmlInserted, body: HtmlInserted): Html =>
  html`<section class="embed" aria-labelledby="card">
<div class="head"><h2 id="card" tabindex="-1">${title}</h2>${side}</div>
${body}
</section>`

export const aside = (words: HtmlInserted): Html => html`<span class="small soft">${words}</span>`

/** A link to content that exceeds the card. */
export const openInBrowser = (path: string, words: HtmlInserted = 'Open in the browser', look = ''): Html =>
  html`<a class="${look || 'button'}" href="${path}">${words}</a>`

interface Quoted {
  readonly key: string
  readonly text: Untrusted
  /** the author has reach */
  readonly reach: boolean
  /** code points shown */
  readonly most?: number
}

/** A participant's words, printed like every body. */
export const quotedHtml = (fragment: Fragment, { key, text, reach, most }: Quoted): Html =>
  html`<div class="said">${markup(fragment(present({ key, text, as: 'html', labels: !reach, under: 2, most })))}</div>`
