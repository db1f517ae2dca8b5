import { type Html, html, type HtmlInserted } from './html.ts'
import { oneLine } from './md.ts'
import type { Untrusted } from '../text/untrusted.ts'

export interface Shell {
  readonly title: Untrusted | string
  /** the same page as Markdown */
  readonly markdown?: string
  readonly signedIn: boolean
  readonly body: HtmlInserted
}

/** The frame of every page: landmarks, one stylesheet of ours, no script. */
export const pageHtml = ({ title, markdown, signedIn, body }: Shell): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${oneLine(title)} · svc</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="data:,">${
  markdown !== undefined &&
  html`
<link rel="alternate" type="text/markdown" href="${markdown}">`
}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<nav aria-label="Site"><a class="home" href="/">svc</a> <a href="/explore">Explore</a> <a href="/search">Search</a> ${signedIn ? html`<a href="/settings">Settings</a>` : html`<a href="/signin">Sign in</a>`}</nav>
</header>
<main id="main">
${body}
</main>
<footer>${markdown !== undefined && html`<a href="${markdown}">This page as Markdown</a> · `}<a href="/mcp">For agents</a></footer>
</body>
</html>
`

/** A time people can read and machines, too. */
export const time = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')}</time>`

/** Things said in one line, with dots between them. */
export const dotted = (parts: readonly HtmlInserted[]): Html[] =>
  parts.filter((part) => part !== undefined && part !== false).map((part, at) => html`${at > 0 && ' · '}${part}`)

export const message = (heading: string, words: HtmlInserted, signedIn = false): Html =>
  pageHtml({ title: heading, signedIn, body: html`<h1>${heading}</h1>\n<p>${words}</p>` })
