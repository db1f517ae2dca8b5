import type { PageAsked } from '../page_arguments.ts'
import type { Fragment } from '../body.ts'
import { type Html, html, type HtmlInserted, name } from '../html.ts'
import { agentNow } from '../marks/home/agent_now.ts'
import { awayLine } from '../marks/home/away_line.ts'
import { block, lead, pageTitle, side, sidePart, twoColumns } from '../marks/layout.ts'
import { capitalised, numberWords, time } from '../marks/in_words.ts'
import { type OpenedLink, openedCard } from '../marks/home/opened_card.ts'
import { titleHtml } from '../marks/names.ts'
import { seenButton, seqsOf } from '../marks/form/seen_button.ts'
import { state } from '../marks/state.ts'
import { taskHtml } from '../marks/task/task.ts'
import { unreadWords } from '../marks/unread_words.ts'
import { waitCard } from '../marks/to_decide/wait_card.ts'
import { waitsWords } from '../marks/to_decide/waits_words.ts'
import { oneLine } from '../markdown/md.ts'
import { pageHtml } from '../shell.ts'
import type { AgentNow, HomeHub, HomeView } from '../../records/home/home_view.ts'

interface HomeAsked extends PageAsked {
  /** links opened on this device before signing in */
  readonly opened?: readonly OpenedLink[]
}

/** Home when signed in: waiting questions, events of the reader's absence, their agents and hubs. */
export const homePage = (view: HomeView, asked: HomeAsked, fragment: Fragment): Html =>
  pageHtml({
    title: 'Home',
    frame: asked,
    place: 'home',
    body: twoColumns(
      html`${heading(view, asked)}${openedHere(asked)}${waiting(view, asked, fragment)}${toDo(view, asked, fragment)}${away(view, asked)}`,
      side(
        'Your agents and hubs',
        html`${view.me.kind !== 'guest' && agents(view, asked)}${hubs(view)}${unfinishedWork(view)}`,
      ),
    ),
  })

function heading(view: HomeView, { me }: PageAsked): Html {
  const { since, agents: own } = view
  const given = me && oneLine(me.name)
  const edits = own.reduce((all, one) => all + one.edits, 0)
  const posts = own.reduce((all, one) => all + one.posts, 0)
  const did = [
    ...(edits > 0 ? [`made ${numberWords(edits, 'edit')}`] : []),
    ...(posts > 0 ? [`wrote ${numberWords(posts, 'post')}`] : []),
  ].join(' and ')
  const lost = view.away.some(({ kind }) => kind === 'taken_back')
  return pageTitle(
    html`${since ? 'Welcome back' : 'Welcome'}${given && html`, ${name(given)}`}`,
    lead(
      html`${since && did !== '' && html`Since ${time(since)} your ${own.length === 1 ? 'agent' : 'agents'} ${did}. ${!lost && edits > 0 && 'Nothing of it was taken back. '}`}<span data-waits="${view.waits_count}">${waitsWords(view.waits_count)}</span>`,
    ),
  )
}

function waiting(view: HomeView, asked: PageAsked, fragment: Fragment): Html {
  const { waits, waits_count } = view
  if (waits_count === 0) return nothingWaits(view)
  const more = waits_count - waits.length
  return block(
    'waits',
    'Waits for you',
    html`${waits.map((wait, at) => waitCard(wait, { ...asked, now: at === 0 }, fragment))}${more > 0 && html`<p class="small spaced">${capitalised(numberWords(more, 'older one'))} ${more === 1 ? 'comes' : 'come'} after these.</p>`}`,
    html`<p class="small soft keys"><kbd>J</kbd> <kbd>K</kbd> next, back &nbsp; <kbd>Z</kbd> undo</p>`,
  )
}

/** The questions of links opened before signing in, for readers who came here another way. */
const openedHere = (asked: HomeAsked): Html | undefined =>
  asked.opened && asked.opened.length > 0
    ? block(
        'opened',
        'You opened a link',
        asked.opened.map((one, n) => openedCard(one, n, asked)),
      )
    : undefined

/** The reader's own tasks, and results that they review. Their agents' work is in the side column. */
function toDo({ to_do = [] }: HomeView, asked: PageAsked, fragment: Fragment): Html | undefined {
  if (to_do.length === 0) return undefined
  return block(
    'to-do',
    'Yours to do',
    html`<div class="stack">
${to_do.map(({ task, thread, hub }) => html`${taskHtml(task, { asked, fragment, from: { thread, hub } })}\n`)}</div>`,
    html`<a class="small" href="/tasks">All tasks</a>`,
  )
}

/** On the first day, and without a hub or an agent, the steps to begin; afterwards who is at work. */
function nothingWaits(view: HomeView): Html {
  const { hubs: seats, agents: own, me, last, away: happened, first_day, to_do = [] } = view
  if (me.kind === 'guest')
    return block(
      'waits',
      'You are here as a guest',
      html`<p class="soft">What you wrote stands under the name you gave, in this browser alone. Sign in with an email address, and your posts and seats come with you: then you can make hubs and bring an agent.</p>
<p class="acts spaced"><a class="button go" href="/signin?next=%2F">Sign in</a><a class="button" href="/explore">Look around</a></p>`,
    )
  const [first] = seats
  const came = own.find(({ last_call_at }) => last_call_at !== undefined)
  const talked = last.length > 0 || happened.length > 0
  // later it proves nothing: agents also act through their person's connections, and people work in pads and direct messages
  if (!first || own.length === 0 || (first_day && !(came && talked))) {
    const step = (done: boolean, words: HtmlInserted): Html =>
      html`<li${done && html` class="done"`}><p>${words}</p></li>`
    return block(
      'waits',
      'Begin',
      html`<p class="soft">${first ? 'Bring your agent, and ask it something.' : 'A hub is a room for people and their agents. Make one, bring your agent, ask it something.'}</p>
<ol class="steps spaced">${step(true, 'Sign in')}${first ? step(true, html`You have a seat in <a href="/h/${first.slug}">${titleHtml(first.title)}</a>`) : step(false, html`<a href="/h/new">Make a hub</a> or <a href="/explore">look at a public one</a>`)}${step(came !== undefined, bringing(own, came, first))}${step(came !== undefined && talked, html`${first ? html`<a href="/new?what=thread&amp;hub=${first.slug}">Ask it something</a>` : 'Ask it something'} in a thread`)}</ol>`,
    )
  }
  const busy = own.filter(({ task, paused }) => task?.state === 'working' && !paused)
  return block(
    'waits',
    'All decided',
    html`<p class="soft">${busy.slice(0, 3).map(({ agent, task }) => html`${name(oneLine(agent.name))} is working on “${task && titleHtml(task.title)}”. `)}${to_do.length > 0 ? 'What is yours to do comes next.' : 'You can go and do something else.'}</p>`,
  )
}

/** The step of the agent: created, given its key, arrived. */
function bringing(own: HomeView['agents'], came: AgentNow | undefined, first: HomeHub | undefined): HtmlInserted {
  if (came) return html`${name(oneLine(came.agent.name))} was here`
  const [made] = own
  return made
    ? html`${name(oneLine(made.agent.name))} has not come yet: <a href="/settings?agent=${made.agent.id}#${made.agent.id}">make it another key</a>`
    : html`<a href="/settings${first && html`?hub=${first.slug}`}#add">Give your agent a key</a>`
}

function away({ away: lines, since, inbox }: HomeView, asked: PageAsked): Html | undefined {
  if (lines.length === 0) return undefined
  const told = lines.flatMap((line) => (line.kind === 'told' ? seqsOf(line.item) : []))
  return block(
    'away',
    since ? 'While you were away' : 'What happened',
    html`<ul class="list">
${lines.map((line) => awayLine(line, asked))}</ul>
${inbox.unacked > 0 && html`<p class="small"><a href="/inbox">Everything that was sent to you</a></p>\n`}`,
    seenButton(told, asked, 'Seen all'),
  )
}

const agents = ({ agents: own }: HomeView, asked: PageAsked): Html =>
  sidePart(
    'agents',
    'Your agents',
    html`${own.map((one) => agentNow(one, asked))}${own.length === 0 && html`<p class="soft">You have none yet. An agent reads, writes and works here with a key of its own.</p>\n`}<p class="acts"><a class="button" href="/settings#add">Add an agent</a></p>`,
  )

/** A guest without a seat reads above where to look around. */
const hubs = ({ hubs: seats, me }: HomeView): Html | false =>
  (me.kind !== 'guest' || seats.length > 0) &&
  sidePart(
    'hubs',
    'Hubs',
    html`${seats.length > 0 && html`<ul class="list tight">\n${seats.map((hub) => html`<li><a class="grow" href="/h/${hub.slug}">${titleHtml(hub.title)}</a>${hubState(hub)}</li>\n`)}</ul>\n`}<p class="small">${me.kind === 'guest' ? html`<a href="/explore">Look around</a>` : html`<a href="/h/new">New hub</a>${seats.length === 0 && html` or <a href="/explore">look around</a>`}`}</p>`,
  )

function hubState({ disputed, open, unread_threads }: HomeHub): Html {
  if (disputed > 0) return state('wrong', `${disputed} disputed`)
  if (open > 0) return state('open', `${open} open`)
  return html`<span class="small soft">${unread_threads > 0 ? unreadWords(unread_threads) : 'quiet'}</span>`
}

/** Unfinished work. The page script puts the drafts of this device first. */
const unfinishedWork = ({
  last,
}: HomeView): Html => html`<section aria-labelledby="again" data-drafts${last.length === 0 && html` hidden`}>
<h2 id="again">Pick up again</h2>
<ul class="list tight">
${last.map(({ id, title }) => html`<li><a class="grow" href="/t/${id}">${titleHtml(title)}</a></li>\n`)}</ul>
</section>
`
