import { characters } from '../../text/characters.ts'
import { words } from '../../text/untrusted.ts'
import type { Fragment } from '../body.ts'
import { type Html, html } from '../html.ts'
import { actForm, button, submittedOr, refusedHere } from '../marks/form/act.ts'
import { via, whoWords, avatar, hubLink, titleHtml } from '../marks/names.ts'
import { reactionsHtml } from '../marks/thread/reactions.ts'
import { stateOf } from '../marks/state.ts'
import { taskHtml } from '../marks/task/task.ts'
import { time, counted } from '../marks/in_words.ts'
import { postsIn } from '../markdown/thread_markdown.ts'
import type { PostView } from '../../records/thread/post.ts'
import type { ThreadView } from '../../records/view.ts'
import { type Card, type CardAsked, aside, cardFrame, openInBrowser, quotedHtml } from './frame.ts'

/** The space of a card: posts shown, and code points of each. */
const newest = 3
const longest = 700

/** A thread: its answer, the newest posts, and a field for a reply. */
export const threadCard: Card<ThreadView> = (view, asked, fragment) => {
  const posts = view.posts.filter(({ folded, hidden, deleted }) => !folded && !hidden && !deleted)
  const answer = posts.find(({ answer: is }) => is)
  const shown = [...(answer ? [answer] : []), ...posts.filter((post) => post !== answer).slice(-newest)]
  const older = Math.max(0, postsIn(view) - shown.length)
  return cardFrame(
    html`<a href="/t/${view.id}">${titleHtml(view.title)}</a>`,
    stateOf(view.dispute === 'open' ? 'disputed' : view.status === 'open' ? undefined : view.status) ??
      aside(hubLink(view.hub)),
    html`<div>${shown.map((post) => postHtml(post, view, asked, fragment))}</div>
${toDo(view, asked, fragment)}${writing(view, asked, older)}`,
  )
}

/** The tasks that the reader can move. */
function toDo({ tasks = [] }: ThreadView, asked: CardAsked, fragment: Fragment): Html | undefined {
  const open = tasks.filter(({ moves = [] }) => moves.length > 0).slice(0, newest)
  if (open.length === 0) return undefined
  return html`<div class="stack">${open.map((task) => html`${taskHtml(task, { asked, fragment })}\n`)}</div>\n`
}

function postHtml(post: PostView, view: ThreadView, asked: CardAsked, fragment: Fragment): Html {
  const { author, body, created, host } = post
  const { id, may = [] } = view
  const isLong = body !== undefined && characters(words(body)) > longest
  return html`<article class="${post.answer ? 'post answer' : 'post'}">${avatar(author)}${post.answer && html`<p class="state good">The answer</p>`}<p class="who">${whoWords(author, asked.me)}${via(author, host, asked.me)} ${time(created)}</p>${body !== undefined && quotedHtml(fragment, { key: `${post.id}:${post.edits}`, text: body, reach: author.reach, most: longest })}<div class="after">${isLong && openInBrowser(`/t/${id}/m/${post.id}`, 'Read on in the browser', 'small')}${reactionsHtml(post, asked, may.includes('react'))}${may.includes('post') && openInBrowser(`/t/${id}?reply=${post.id}#reply`, 'Reply', 'button plain soft')}</div>${post.mine && own(post, view, asked)}</article>
`
}

/** What the author can still do with the post. */
function own({ id, body }: PostView, { may = [] }: ThreadView, asked: CardAsked): Html | undefined {
  if (body === undefined) return undefined
  const editing = { act: 'ui_edit_post', fields: { post_id: id } }
  const refused = refusedHere(asked, editing.act, editing.fields)
  const edit =
    may.includes('edit_post') &&
    actForm(
      asked,
      { ...editing, class: 'field' },
      html`<label class="hide" for="edit-${id}">Your post</label><textarea id="edit-${id}" name="body" required>${submittedOr(refused, 'body', body)}</textarea><p class="acts">${button('Save', { look: 'go' })}</p>`,
    )
  const remove =
    may.includes('delete_post') &&
    actForm(asked, { act: 'ui_delete_post', fields: { post_id: id } }, button('Delete', { look: 'plain risky' }))
  if (!edit && !remove) return undefined
  return html`<details class="run"${refused && html` open`}><summary>Change it</summary>${edit}${remove}</details>`
}

function writing(view: ThreadView, asked: CardAsked, older: number): Html {
  const words_ = counted(older, 'older post')
  const more = older > 0 && html`<span class="push">${openInBrowser(`/t/${view.id}`, words_, 'small soft')}</span>`
  if (!view.may?.includes('post')) return html`<p class="acts">${openInBrowser(`/t/${view.id}`)}</p>`
  const posting = { act: 'ui_post', fields: { thread_id: view.id }, class: 'composer' }
  return actForm(
    asked,
    posting,
    html`<label class="hide" for="body">Your post</label><textarea id="body" name="body" placeholder="Write to the group" required>${submittedOr(refusedHere(asked, posting.act, posting.fields), 'body')}</textarea><p class="acts">${button('Post', { look: 'go' })}${more}</p>`,
  )
}
