import { present } from '../../records/present.ts'
import { hasEnded } from '../../rules/states/task_moves.ts'
import type { Fragment } from '../body.ts'
import { type Html, html, type HtmlInserted, name } from '../html.ts'
import { actForm, button, refusedHere } from '../marks/form/act.ts'
import { byName, nameOf, ofWhom, hubLink, titleHtml } from '../marks/names.ts'
import { composer } from '../marks/form/composer.ts'
import { reported } from '../marks/form/report.ts'
import { pageTitle, twoColumns } from '../marks/layout.ts'
import { drawingOf, exchange, line, type ThreadAsked } from '../marks/thread/lines.ts'
import { groundHtml } from '../marks/thread/ground.ts'
import { listed, counted, time } from '../marks/in_words.ts'
import { state } from '../marks/state.ts'
import { takePart } from '../marks/thread/take_part.ts'
import { taskHtml } from '../marks/task/task.ts'
import { flagNotice } from '../marks/thread/flag_notice.ts'
import { openedForm } from '../marks/thread/opened_forms.ts'
import { threadSide } from '../marks/thread/thread_side.ts'
import { reasonWords } from '../marks/form/reasons.ts'
import { oneLine } from '../markdown/md.ts'
import { quotedDescription } from '../page_description.ts'
import { pageHtml } from '../shell.ts'
import { groupsOf, isExchange } from '../thread_exchanges.ts'
import { linesOf, postsIn } from '../markdown/thread_markdown.ts'
import type { ThreadView } from '../../records/view.ts'
import { reads, timers } from '../../rules/limits.ts'
import { spanned } from '../../rules/units.ts'

/** A thread for people: posts, tasks, and a field to write in. */
export function threadPage(view: ThreadView, asked: ThreadAsked, fragment: Fragment): Html {
  return pageHtml({
    title: view.title,
    about: () => (view.indexable ? quotedDescription(view.posts.find(({ folded }) => !folded)?.body) : undefined),
    markdown: `/t/${view.id}?format=md`,
    frame: asked,
    crumbs: [hubLink(view.hub)],
    body: twoColumns(
      html`${pageTitle(
        titleHtml(view.title),
        html`<p class="who">${stateMarks(view)} <span>Started by ${byName(view.starter, asked.me)}${ofWhom(view.starter, asked.me)}, ${time(view.created)}. ${company(view)}</span></p>\n`,
      )}${asked.me && reported}${notices(view, asked)}${groundHtml(view.from, { asked, fragment })}${openedForm(view, asked)}${posts(view, asked, fragment)}${unheard(view, asked)}${writing(view, asked, fragment)}`,
      threadSide(view, asked),
    ),
  })
}

/** The thread's state; an open one without a dispute shows none. */
function stateMarks({ status, dispute, about, locked, hidden }: ThreadView): HtmlInserted {
  return [
    dispute === 'open' && state('wrong', about?.section ? 'Says a section is wrong' : 'Says something is wrong'),
    dispute === 'unresolved' && state('wrong', `Nobody answered for ${spanned(timers.disputeLapse)}`),
    dispute === 'settled' && state('good', 'Settled'),
    status === 'answered' && state('good', 'Answered'),
    locked && state('quiet', 'Closed to new posts'),
    hidden && state('quiet', 'Hidden'),
  ].map((one) => (one ? html`${one} ` : undefined))
}

/** "3 people, 3 agents." */
function company(view: ThreadView): string {
  const { talking = [] } = view
  const posts = postsIn(view)
  if (talking.length === 0) return `${counted(posts, 'post')}.`
  const agents = talking.filter(({ kind }) => kind === 'agent').length
  const people = talking.length - agents
  return `${[...(people > 0 ? [counted(people, 'person', 'people')] : []), ...(agents > 0 ? [counted(agents, 'agent')] : [])].join(', ')}, ${posts === 0 ? 'no posts' : counted(posts, 'post')}.`
}

function notices(view: ThreadView, asked: ThreadAsked): HtmlInserted {
  return [
    flagNotice(view, asked),
    view.status === 'folded' &&
      html`<div class="notice"><p>This thread is folded${view.fold_reason !== undefined && `: ${reasonWords(view.fold_reason)}`}${view.duplicate_of && html`, in <a href="/t/${view.duplicate_of.id}">${titleHtml(view.duplicate_of.title)}</a>`}. It stays readable for those who have its address.</p></div>\n`,
    view.removed && html`<div class="notice wrong"><p>You were removed here and cannot write.</p></div>\n`,
  ]
}

function posts(view: ThreadView, asked: ThreadAsked, fragment: Fragment): Html {
  const { id } = view
  const { since, before } = asked
  const lines = linesOf(view)
  const first = lines[0]
  const last = lines.at(-1)
  const shown = new Set((view.task_lines ?? []).map(({ task }) => task))
  const waiting = (view.tasks ?? []).filter((task) => !shown.has(task.id) && !hasEnded(task))
  const drawing = drawingOf(view, asked, fragment, `/t/${id}`)
  return html`<section aria-labelledby="posts">
<h2 id="posts" class="hide">Posts</h2>
${view.answer !== undefined && !view.posts.some(({ answer }) => answer) && html`<p class="acts"><a class="button" href="/t/${id}/m/${view.answer}">Go to the answer</a></p>\n`}${
  view.has_older &&
  since === undefined &&
  first &&
  html`<p class="acts"><a class="button plain" rel="prev" href="/t/${id}?before=${first.seq}">Older posts</a></p>\n`
}${groupsOf(lines, { handle: asked.me?.handle, read_seq: view.read_seq }).map(
  ({ first: top, answers }) =>
    html`${top && line(top, drawing)}${
      answers.length > 0 &&
      html`<div class="replies">
${answers.map((part) => (isExchange(part) ? exchange(part.exchange, drawing) : line(part, drawing)))}</div>\n`
    }`,
)}${lines.length === 0 && html`<p class="soft">${since === undefined ? 'No posts here.' : 'No newer posts.'}</p>\n`}${
  view.has_newer &&
  (since !== undefined || before !== undefined) &&
  last &&
  html`<p class="acts"><a class="button plain" rel="next" href="/t/${id}?since=${last.seq}">Newer posts</a></p>\n`
}</section>
${
  waiting.length > 0 &&
  html`<section aria-labelledby="waiting">
<h2 id="waiting" class="over spaced">Still to do</h2>
${waiting.map((task) => taskHtml(task, drawing.task))}</section>\n`
}`
}

/** Said where the field to write in stands, or would stand: the end of a long thread is no dead end. */
const closed = ({ locked, may = [] }: ThreadView): Html | false =>
  locked === true &&
  html`<div class="notice spaced"><p>This thread is closed to new posts. ${may.includes('post') ? 'Only the owner and helpers write in it now.' : 'Everything stays readable.'}</p></div>\n`

function writing(view: ThreadView, asked: ThreadAsked, fragment: Fragment): HtmlInserted {
  return html`${closed(view)}${writingIn(view, asked, fragment)}`
}

function writingIn(view: ThreadView, asked: ThreadAsked, fragment: Fragment): Html | undefined {
  if (view.may === undefined) return takePart(view, asked.guests === true)
  const joining = view.joinable && joins(view, asked)
  const refused = refusedHere(asked, 'ui_post', { thread_id: view.id })
  // after losing the right to post, the author still sees the refused text
  if (!view.may.includes('post') && !refused) return onlyRead(view, asked) ?? (joining || undefined)
  const replies = view.may.includes('post') ? undefined : refused?.fields['reply_to']
  const along = (view.reading ?? []).slice(0, 2).map((one) => nameOf(one, asked.me))
  return html`${composer(asked, fragment, {
    id: 'write',
    act: 'ui_post',
    fields: present({ thread_id: view.id, reply_to: replies }),
    label: 'Your post',
    placeholder: addressed(view, asked),
    send: 'Post',
    aside:
      along.length > 0 &&
      html`<span class="push state live">${listed(along)} ${along.length === 1 ? 'is' : 'are'} reading along</span>`,
  })}${!refused && joining}`
}

/** Says to a guest why there is no field to write in; a lock and a removal are told above. */
const onlyRead = ({ id, accepts_guests, locked, removed }: ThreadView, { me }: ThreadAsked): Html | undefined =>
  me?.kind === 'guest' && !accepts_guests && !locked && !removed
    ? html`<div class="notice spaced"><p>This thread takes no guests: you can read it. Sign in with an email address to write here; what you wrote comes with you.</p><a class="button" href="/signin?next=%2Ft%2F${id}">Sign in</a></div>`
    : undefined

/**
 * Names in the reader's newest post that nobody has heard yet: of nobody here, or of an own agent without a seat or
 * that never came. Each with a way to mend it.
 */
const unheard = ({ unheard: names = [], may = [], ...here }: ThreadView, asked: ThreadAsked): HtmlInserted =>
  may.includes('post') &&
  names.map(({ handle, agent, meant = [] }) =>
    agent === undefined
      ? html`<div class="notice open"><p>@${handle} is nobody here and was not called.${meant.length > 0 && html` Did you mean ${meant.map((one, at) => html`${at > 0 && ' or '}@${one}`)}?`} Name them in a new post: an edit calls nobody.</p></div>\n`
      : agent.to_come
        ? html`<div class="notice open"><p>${name(oneLine(agent.name))} has not connected yet. This post waits for it: <a href="/settings?agent=${agent.id}#${agent.id}">connect it with a new key</a>.</p></div>\n`
        : html`<div class="notice open"><p>${name(oneLine(agent.name))} has no seat here, so @${handle} did not reach it.</p>${agent.beside && actForm(asked, { act: 'ui_add_agent', fields: { ...placeOf(here, agent.beside), agent_id: agent.id } }, button(html`Give ${name(oneLine(agent.name))} a seat`))}</div>\n`,
  )

const placeOf = ({ id, hub }: Pick<ThreadView, 'id' | 'hub'>, beside: 'hub' | 'thread') =>
  beside === 'hub' ? { hub: hub.slug ?? hub.id } : { thread_id: id }

/** "Write to Amina, Jonas and 3 agents. Name an agent with @ to wake it." */
function addressed({ talking = [] }: ThreadView, { me }: ThreadAsked): string {
  const others = talking.filter(({ id }) => id !== me?.id)
  const people = others.filter(({ kind }) => kind !== 'agent').map((one) => oneLine(one.name, reads.quotes.person))
  const agents = others.length - people.length
  const named = [
    ...people.slice(0, 2),
    ...(people.length > 2 ? [counted(people.length - 2, 'other')] : []),
    ...(agents > 0 ? [counted(agents, 'agent')] : []),
  ]
  const last = named.pop()
  if (last === undefined) return 'Write something. Name somebody with @ to call them.'
  const to = named.length === 0 ? last : `${named.join(', ')} and ${last}`
  return `Write to ${to}. ${agents > 0 ? 'Name an agent with @ to wake it.' : 'Name somebody with @ to call them.'}`
}

/** Offers a seat to a reader of a public hub who has none. */
function joins({ hub, may = [] }: ThreadView, asked: ThreadAsked): Html {
  const title = hub.title === undefined ? 'this hub' : oneLine(hub.title)
  const makes = may.includes('create_task') ? 'pads' : 'pads and tasks'
  const why = may.includes('post')
    ? `Join to find it again, and to make ${makes}.`
    : html`Join ${name(title)} to write here.`
  return html`<div class="notice spaced"><p>${why}</p>${actForm(asked, { act: 'ui_join_hub', fields: { hub: hub.slug ?? hub.id }, what: title }, button(html`<span>Join ${name(title)}</span>`, may.includes('post') ? {} : { look: 'go' }))}</div>`
}
