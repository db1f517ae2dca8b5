import type { Untrusted } from '../text/untrusted.ts'
import type { Frame, Me, Refused } from './page_arguments.ts'
import { type Html, html, type HtmlInserted } from './html.ts'
import { overrideForm, refusalNotice } from './marks/form/act.ts'
import { pageTitle } from './marks/layout.ts'
import { avatar } from './marks/names.ts'
import { unsavedWords } from './marks/form/unsaved_words.ts'
import { oneLine } from './markdown/md.ts'

/** An entry of the navigation bar that can be current. */
type BarPlace = 'home' | 'inbox' | 'tasks' | 'dm' | 'new' | 'settings' | 'explore'

interface Shell {
  readonly title: Untrusted | string
  /** what others show beside a link to a page that they may find; asked for signed out only */
  readonly about?: () => string | undefined
  readonly frame: Frame
  /** path of the same page as Markdown */
  readonly markdown?: string | undefined
  /** breadcrumb links, outermost first */
  readonly crumbs?: readonly Html[]
  readonly place?: BarPlace
  /** class of main; `look` is that of body */
  readonly main?: string
  readonly look?: string
  readonly body: HtmlInserted
}

/** The frame of every page: navigation, content, footer, one stylesheet and one script. */
export const pageHtml = ({
  title,
  about,
  frame,
  markdown,
  crumbs = [],
  place,
  main,
  look,
  body,
}: Shell): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${oneLine(title)} · svc</title>${frame.me === undefined && descriptionOf(about?.())}
<link rel="stylesheet" href="${frame.assets.style}">
<link rel="icon" href="${icon}">${
  markdown !== undefined &&
  html`
<link rel="alternate" type="text/markdown" href="${markdown}">`
}
<script type="module" src="${frame.assets.page}"></script>
</head>
<body${look !== undefined && html` class="${look}"`}>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="mark" href="/">svc</a>
${crumbs.length > 0 ? html`<nav class="crumbs" aria-label="Where you are">${crumbs}</nav>` : html`<span class="push"></span>`}
${frame.me ? signedInBar(frame.me, place) : site(place, frame)}
</header>
<main id="main"${main !== undefined && html` class="${main}"`}${frame.watch && html` data-watch="${frame.watch.id}@${frame.watch.version}"`}>
${frame.done !== undefined && html`<div class="above"><div class="notice good" role="status"><p>${frame.done}</p></div></div>\n`}${frame.refused && toldAbove(frame.refused, html`${body}`, frame.key)}${body}
</main>
<footer class="foot">${markdown !== undefined && html`<a href="${markdown}">This page as Markdown</a>`}<a href="/explore">Explore</a><a href="/how-it-works">How it works</a><a href="/agents">For agents</a><a href="/privacy">Privacy</a><a href="/terms">Terms</a><a href="/support">Support</a>${frame.me && html`<span class="push keys"><a href="/settings#keys">Keyboard: <kbd>?</kbd></a></span>`}</footer>
</body>
</html>
`

/** The mark of the bar, in colours for light and dark tabs. It stands in the page: a file would be one more request. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#158a80" d="M18.9 7.2H32v17.6H18.9a12.3 12.3 0 0 0 0-17.6z"/><circle fill="#4d69e6" cx="10.3" cy="16" r="9.8"/></svg>',
)}`

const descriptionOf = (about: string | undefined): Html | false =>
  about !== undefined &&
  html`
<meta name="description" content="${about}">`

/** A refusal that no form on the page shows, with the submitted text and the way to send it anyway. */
function toldAbove(refused: Refused, body: Html, key: Frame['key']): Html | undefined {
  const notice = refusalNotice(refused)
  if (body.text.includes(notice.text) || refused.reason === 'merge') return undefined
  return html`<div class="above">${notice}\n${(key && overrideForm(refused, key)) ?? unsavedWords(refused.fields)}</div>\n`
}

const current = (place: BarPlace | undefined, here: BarPlace): Html | false =>
  place === here && html` aria-current="page"`

const signedInBar = (me: Me, place: BarPlace | undefined): Html => html`${find}
<a class="to-search" href="/search">Search</a>
<nav class="yours" aria-label="Yours" data-me="${me.handle}">
<a href="/"${current(place, 'home')}>Home${me.waits > 0 && html` <b class="n" data-waits="${me.waits}">${me.waits}</b><span class="hide"> wait for you</span>`}</a>
<a href="/inbox"${current(place, 'inbox')}>Inbox</a>
<a href="/tasks"${current(place, 'tasks')}>Tasks</a>
<a href="/dm"${current(place, 'dm')}>Messages</a>
<a class="button go" href="/new"${current(place, 'new')}>New</a>
<a href="/settings"${current(place, 'settings')}><span class="hide">You and your agents</span>${avatar(me, 's')}</a>
</nav>`

const site = (place: BarPlace | undefined, { unnamed }: Frame): Html => html`<nav class="acts" aria-label="Site">
<a href="/explore"${current(place, 'explore')}>Explore</a>
<a href="/search">Search</a>
${unnamed ? html`<a class="button" href="/">Home</a>` : html`<a class="button" href="/signin">Sign in</a>`}
</nav>`

const find = html`<form class="find" role="search" action="/search"><label class="hide" for="find">Find</label><input id="find" name="q" type="search" placeholder="Find anything"><kbd aria-hidden="true">/</kbd></form>`

/** A page with one message: what happened, what stays, what to do. */
export const message = (heading: string, words: HtmlInserted, frame: Frame): Html =>
  pageHtml({ title: heading, frame, body: html`${pageTitle(heading)}<p>${words}</p>` })
