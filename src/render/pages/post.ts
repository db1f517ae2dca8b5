import type { Fragment } from '../body.ts'
import { type Html, html, markup } from '../html.ts'
import { reported } from '../marks/form/report.ts'
import { pageTitle, twoColumns } from '../marks/layout.ts'
import { nameOf, hubLink, titleHtml } from '../marks/names.ts'
import { drawingOf, line, type ThreadAsked } from '../marks/thread/lines.ts'
import { threadAtPost } from '../marks/thread/at_post.ts'
import { time } from '../marks/in_words.ts'
import type { PostView } from '../../records/thread/post.ts'
import { pageHtml } from '../shell.ts'
import type { ThreadView } from '../../records/view.ts'

/** One post in full, its earlier texts and its replies. The view holds exactly these posts, the requested one first. */
export function postPage(view: ThreadView, asked: ThreadAsked, fragment: Fragment): Html {
  const { id } = view
  const [post, ...answers] = view.posts
  if (!post) return html``
  const drawing = drawingOf(view, asked, fragment, `/t/${id}/m/${post.id}`)
  return pageHtml({
    title: view.title,
    markdown: `/t/${id}/m/${post.id}?format=md`,
    frame: asked,
    crumbs: [hubLink(view.hub), html`<a href="/t/${id}">${titleHtml(view.title)}</a>`],
    body: twoColumns(html`${pageTitle(
      html`A post by ${nameOf(post.author)}`,
      html`<p class="small">In <a href="${threadAtPost(view, post.seq)}">${titleHtml(view.title)}</a></p>\n`,
    )}${asked.me && reported}<section aria-labelledby="posts">
<h2 id="posts" class="hide">The post</h2>
${line(post, drawing)}${earlier(post, asked.origin, fragment)}</section>
${
  answers.length > 0 &&
  html`<section class="spaced" aria-labelledby="answers">
<h2 id="answers" class="over">Answers to it</h2>
<div class="replies">
${answers.map((one) => line(one, drawing))}</div>
</section>\n`
}<p class="acts spaced"><a class="button" href="${threadAtPost(view, post.seq)}">Read it in the thread</a></p>`),
  })
}

/** For owner and helpers: the post's text before each edit. */
const earlier = (post: PostView, origin: string, fragment: Fragment): Html =>
  html`${(post.earlier ?? []).map(
    ({ edit, until, text }) =>
      html`<details class="fold"><summary>What it said until ${time(until)}</summary>
<div class="said">
${markup(fragment({ key: `${post.id}:${edit - 1}:body`, text, as: 'html', labels: !post.author.reach, origin, top: 3 }))}</div></details>\n`,
  )}`
