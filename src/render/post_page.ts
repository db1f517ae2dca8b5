import { pictures } from '../rules/lists.ts'
import { characters } from '../text/characters.ts'
import { words } from '../text/untrusted.ts'
import type { Fragment } from './body.ts'
import { type Html, html, markup } from './html.ts'
import type { PostView, ThreadPage } from './model.ts'
import { dotted, pageHtml, time } from './page.ts'
import { personHtml, titleHtml } from './person_html.ts'

export interface PostShowing {
  readonly origin: string
  readonly thread: string
  readonly fragment: Fragment
  /** code points shown; missing: all */
  readonly most?: number
}

export function postHtml(post: PostView, showing: PostShowing): Html {
  const body = html`<p class="by">${dotted(authorParts(post, showing.thread))}</p>
${quoted(post, showing)}${said(post, showing)}${reactions(post)}`
  const kind = post.answer ? 'post answer' : 'post'
  if (post.folded === undefined) return html`<article class="${kind}" id="seq-${post.seq}">\n${body}\n</article>`
  return html`<article class="${kind}" id="seq-${post.seq}">
<details><summary>Folded: ${post.folded.replace('_', ' ')}. Show post ${post.seq}</summary>
${body}
</details>
</article>`
}

const authorParts = (post: PostView, thread: string) => [
  html`<b>${personHtml(post.author)}</b>${post.host !== undefined && html` via ${post.host}`}`,
  html`<a href="/t/${thread}/m/${post.id}">${time(post.created)}</a>`,
  html`number ${post.seq}`,
  post.reply_to !== undefined && html`<a href="/t/${thread}/m/${post.reply_to}">in reply</a>`,
  post.answer && html`<strong>marked as the answer</strong>`,
  post.edits > 0 && 'edited',
]

function quoted(post: PostView, { thread, fragment, origin }: PostShowing): Html | undefined {
  if (!post.quote || post.body === undefined) return undefined
  const body = fragment({
    key: `${post.id}:${post.edits}:quote`,
    text: post.quote.text,
    as: 'html',
    labels: !post.author.reach,
    origin,
    under: 2,
  })
  return html`<blockquote cite="/t/${thread}/m/${post.quote.of}">\n${markup(body)}</blockquote>\n`
}

function said(post: PostView, { thread, fragment, origin, most }: PostShowing): Html {
  if (post.deleted) return html`<p class="gone">(deleted)</p>`
  if (post.hidden || post.body === undefined) return html`<p class="gone">(hidden)</p>`
  const body = fragment({
    key: `${post.id}:${post.edits}:body`,
    text: post.body,
    as: 'html',
    labels: !post.author.reach,
    origin,
    under: 2,
    ...(most === undefined ? {} : { most }),
  })
  const size = most === undefined ? 0 : characters(words(post.body))
  return html`<div class="said">\n${markup(body)}</div>${
    most !== undefined &&
    size > most &&
    html`\n<p><a href="/t/${thread}/m/${post.id}">The whole post: ${size} characters</a></p>`
  }`
}

function reactions(post: PostView): Html | undefined {
  const given = Object.entries(post.reactions ?? {}).filter(([, count]) => count > 0)
  if (given.length === 0) return undefined
  return html`\n<p class="reactions">${given.map(
    ([reaction, count]) =>
      html`<span><span aria-hidden="true">${pictures[reaction as keyof typeof pictures]}</span> ${reaction} ${count}</span> `,
  )}</p>`
}

/** For owner and helpers: what the post said before it was edited. */
const saidBefore = (post: PostView, origin: string, fragment: Fragment): Html =>
  html`${(post.earlier ?? []).map(
    ({ edit, until, text }) => html`
<details><summary>Before edit ${edit}, ${time(until)}</summary>
<div class="said">
${markup(fragment({ key: `${post.id}:${edit - 1}:body`, text, as: 'html', labels: !post.author.reach, origin, under: 2 }))}</div>
</details>`,
  )}`

export const postPageHtml = (
  page: ThreadPage,
  post: PostView,
  { origin, signedIn }: { origin: string; signedIn: boolean },
  fragment: Fragment,
): Html =>
  pageHtml({
    title: page.title,
    markdown: `/t/${page.id}/m/${post.id}?format=md`,
    signedIn,
    body: html`<p class="where"><a href="/t/${page.id}#seq-${post.seq}">${titleHtml(page.title)}</a></p>
<h1>Post ${post.seq}</h1>
${postHtml(post, { origin, thread: page.id, fragment })}${saidBefore(post, origin, fragment)}`,
  })
