import { presentAs } from '../../../records/present.ts'
import { type Untrusted, words } from '../../../text/untrusted.ts'
import type { PageAsked } from '../../page_arguments.ts'
import type { Fragment } from '../../body.ts'
import { type Html, html, name } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PostView } from '../../../records/thread/post.ts'
import type { TaskLine } from '../../../records/thread/task_line.ts'
import { isPost, type Line, linesOf } from '../../markdown/thread_markdown.ts'
import type { ThreadView } from '../../../records/view.ts'
import { composer } from '../form/composer.ts'
import { postHtml } from './post.ts'
import type { PostShowing } from './post_showing.ts'
import { taskHtml, taskMadeHtml, type TaskShowing } from '../task/task.ts'
import { quoteOf } from './quote_of.ts'
import { listed } from '../in_words.ts'
import { newSince } from './new_since.ts'
import { openedForm } from './opened_forms.ts'

/** The lines of a thread: posts and tasks, with the forms opened under them. */

/** The requested part of a thread's page, and the form opened in it, named by the id of its post. */
export interface ThreadOptions {
  readonly since?: number
  readonly before?: number
  readonly reply?: string
  readonly quote?: string
  readonly edit?: string
  readonly task?: string
  readonly report?: string
  readonly fold?: string
  readonly invite?: boolean
  /** list everyone who has a seat */
  readonly members?: boolean
}

export interface ThreadAsked extends PageAsked, ThreadOptions {
  /** signed-out readers may join as guests */
  readonly guests?: boolean
}

interface Drawing extends PostShowing {
  readonly view: ThreadView
  readonly asked: ThreadAsked
  readonly task: TaskShowing
  readonly tasks: ReadonlyMap<string, TaskLine>
  /** seq of the first line that the reader has not seen */
  readonly newFrom?: number
}

/** `page` is the address of the page that shows the lines. */
export function drawingOf(view: ThreadView, asked: ThreadAsked, fragment: Fragment, page: string): Drawing {
  const { read_seq } = view
  const fresh =
    read_seq === undefined
      ? undefined
      : linesOf(view).find((one) => one.seq > read_seq && !(isPost(one) ? one.mine : one.by.id === asked.me?.id))
  return presentAs({
    view,
    asked,
    fragment,
    place: `/t/${view.id}`,
    thread_id: view.id,
    may: view.may,
    marker: view.answer_by,
    authors: new Map(view.posts.map(({ id, author }) => [id, author])),
    edited: asked.edit,
    nobody: view.nobody,
    opened: (option, value) => addressWith(page, asked, option, value),
    task: { asked, fragment, pads: view.pads ?? [], here: view.id },
    tasks: new Map((view.tasks ?? []).map((task) => [task.id, task])),
    asker: asks(view) ? view.starter.id : undefined,
    newFrom: fresh && read_seq !== undefined && read_seq > 0 ? fresh.seq : undefined,
  })
}

/** The thread waits for an answer: its title or first post asks, and no post is marked. */
const asks = ({ status, locked, title, posts }: ThreadView): boolean =>
  status === 'open' &&
  !locked &&
  [title, ...posts.filter(({ seq }) => seq === 1).map(({ body }) => body)].some(isQuestion)

const isQuestion = (text: Untrusted | undefined): boolean => text !== undefined && /[?？؟]/.test(words(text))

/** The address of the current part of the thread, with a form opened. */
function addressWith(page: string, { since, before }: ThreadAsked, option: string, value: string): string {
  const part = since !== undefined ? `since=${since}&` : before !== undefined ? `before=${before}&` : ''
  return `${page}?${part}${option}=${value}`
}

export function line(one: Line, drawing: Drawing): Html {
  const news = one.seq === drawing.newFrom && newSince(drawing.view.read_at)
  if (isPost(one)) return html`${news}${post(one, drawing)}\n`
  const task = drawing.tasks.get(one.task)
  return html`${news}${task ? taskHtml(task, drawing.task) : taskMadeHtml(one, drawing.task)}\n`
}

function post(one: PostView, drawing: Drawing): Html {
  const { view, asked } = drawing
  const answers = one.reply_to !== undefined && !isRightAbove(one, drawing) ? one.reply_to : undefined
  return postHtml(one, drawing, {
    answers,
    beneath: html`${view.may?.includes('post') && answering(one, drawing)}${openedForm(view, asked, one)}`,
  })
}

/** The form that replies to a post or quotes it. */
function answering(one: PostView, { view, asked, fragment, place }: Drawing): Html | undefined {
  const common = { act: 'ui_post', cancel: `${place}#seq-${one.seq}`, focus: true } as const
  if (asked.reply === one.id) {
    return composer(asked, fragment, {
      ...common,
      id: 'reply',
      fields: { thread_id: view.id, reply_to: one.id },
      label: 'Your reply',
      placeholder: `Reply to ${oneLine(one.author.name)}`,
      send: 'Reply',
    })
  }
  if (asked.quote !== one.id || one.body === undefined) return undefined
  return composer(asked, fragment, {
    ...common,
    id: 'quote',
    fields: { thread_id: view.id, 'quote.post_id': one.id },
    label: 'Your post',
    placeholder: 'What you say to it',
    send: 'Post',
    quote: quoteOf(one.body),
  })
}

/** Whether the post directly follows the post it answers, or another answer to that post. */
function isRightAbove(one: PostView, { view, authors }: Drawing): boolean {
  if (one.reply_to === undefined || !authors.has(one.reply_to)) return false
  const lines = linesOf(view)
  for (let at = lines.findIndex(({ seq }) => seq === one.seq) - 1; at >= 0; at--) {
    const above = lines[at]!
    if (!isPost(above)) return false
    if (above.id === one.reply_to) return true
    if (above.reply_to !== one.reply_to) return false
  }
  return false
}

export function exchange(run: readonly PostView[], drawing: Drawing): Html {
  const authors = [...new Map(run.map(({ author }) => [author.id, author])).values()]
  const names = listed(authors.slice(0, 3).map((one) => name(oneLine(one.name))))
  const { asked } = drawing
  const inside = [asked.reply, asked.quote, asked.edit, asked.fold, asked.report, asked.task].some((id) =>
    run.some((one) => one.id === id),
  )
  return html`<details class="run" id="run-${run[0]!.seq}"${inside && html` open`}><summary>${names}${authors.length > 3 && ' and others'} worked it out in ${run.length} posts</summary>
${run.map((one) => line(one, drawing))}</details>\n`
}
