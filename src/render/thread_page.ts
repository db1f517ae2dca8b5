import { reads } from '../rules/limits.ts'
import type { Fragment } from './body.ts'
import { type Html, html } from './html.ts'
import { oneLine } from './md.ts'
import type { ThreadPage } from './model.ts'
import { dotted, pageHtml } from './page.ts'
import { hubLink, personHtml, titleHtml } from './person_html.ts'
import { postHtml } from './post_page.ts'
import { taskMadeHtml, tasksHtml } from './tasks_html.ts'
import { takePart, type Way } from './take_part.ts'
import { isPost, linesOf, postsIn } from './thread.ts'

export interface PageAsked {
  readonly origin: string
  readonly signedIn: boolean
}

interface ThreadAsked extends PageAsked {
  readonly since?: number
  readonly before?: number
  readonly way?: Way
}

/** A thread for people: the same posts as the Markdown page, and below them the way to take part. */
export function threadHtml(
  page: ThreadPage,
  { origin, signedIn, since, before, way }: ThreadAsked,
  fragment: Fragment,
): Html {
  const shown = linesOf(page)
  const first = shown[0]
  const last = shown.at(-1)
  const posts = postsIn(page)
  return pageHtml({
    title: page.title,
    markdown: `/t/${page.id}?format=md`,
    signedIn,
    body: html`<p class="where">${hubLink(page.hub)}</p>
<h1>${titleHtml(page.title)}</h1>
<p class="facts">${dotted([
      page.status,
      page.dispute && `dispute ${page.dispute}`,
      html`started by ${personHtml(page.starter)}`,
      posts === 1 ? '1 post' : `${posts} posts`,
      page.accepts_guests && 'guests may post',
      page.locked && 'locked: no new posts',
      page.fold_reason !== undefined && `folded: ${page.fold_reason.replace('_', ' ')}`,
    ])}</p>
${about(page)}${page.answer !== undefined && html`<p><a href="/t/${page.id}/m/${page.answer}">Go to the answer</a></p>\n`}${
  page.has_older &&
  since === undefined &&
  first &&
  html`<p><a rel="prev" href="/t/${page.id}?before=${first.seq}">Older posts</a></p>\n`
}<section aria-label="Posts">
${shown.map((line) => html`${isPost(line) ? postHtml(line, { origin, thread: page.id, fragment, most: reads.markdownThread.postClip }) : taskMadeHtml(line)}\n`)}</section>
${shown.length === 0 && html`<p>${since === undefined ? 'No posts here.' : 'Nothing new.'}</p>\n`}${
  page.has_newer &&
  (since !== undefined || before !== undefined) &&
  last &&
  html`<p><a rel="next" href="/t/${page.id}?since=${last.seq}">Newer posts</a></p>\n`
}${tasksHtml(page.tasks ?? [], { origin, fragment })}${way && takePart(page.id, way)}`,
  })
}

function about({ about: subject }: ThreadPage): Html | undefined {
  if (!subject) return undefined
  const where = subject.section
    ? html`<a href="/p/${subject.pad.id}?section=${subject.section.id}">${oneLine(subject.section.heading)}</a> in <a href="/p/${subject.pad.id}">${titleHtml(subject.pad.title)}</a>`
    : html`<a href="/p/${subject.pad.id}">${titleHtml(subject.pad.title)}</a>`
  return html`<p>${subject.flags_wrong ? 'Flags as wrong:' : 'About'} ${where}</p>\n`
}
