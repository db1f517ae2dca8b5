import { type Html, html, type HtmlInserted } from '../html.ts'

/** The layout that pages share. */

/** The content of a page, with a side column. */
export const twoColumns = (content: HtmlInserted, side?: Html): Html => html`<div class="two">
<div>
${content}</div>
${side}
</div>`

export const side = (label: string, body: HtmlInserted): Html => html`<aside class="side" aria-label="${label}">
${body}</aside>`

/** A part of the side column. */
export const sidePart = (id: string, heading: HtmlInserted, body: HtmlInserted): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${body}</section>\n`

/** The heading of a page, with what is directly below it. */
export const pageTitle = (heading: HtmlInserted, below?: HtmlInserted): Html => html`<div class="title">
<h1>${heading}</h1>
${below}</div>\n`

export const lead = (words: HtmlInserted): Html => html`<p class="soft">${words}</p>\n`

/** A part of a page; `beside` is in the line of its heading. */
export const block = (id: string, heading: HtmlInserted, body: HtmlInserted, beside?: HtmlInserted): Html =>
  html`<section class="block" aria-labelledby="${id}">
<div class="head"><h2 id="${id}">${heading}</h2>${beside}</div>
${body}</section>\n`

export interface Tab {
  readonly path: string
  readonly words: HtmlInserted
  readonly current: boolean
}

export const tabs = (label: string, all: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${label}">${all.map(({ path, words, current }) => html`<a href="${path}"${current && html` aria-current="true"`}>${words}</a>`)}</nav>\n`
