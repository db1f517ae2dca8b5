import { sizes } from '../../rules/limits.ts'
import { words } from '../../text/untrusted.ts'
import type { PageAsked } from '../page_arguments.ts'
import type { Fragment } from '../participant_text.ts'
import { type Html, html, markup } from '../html.ts'
import { actForm, button, refusalNotice, refusedHere } from '../marks/form/act.ts'
import { nameOf, ofWhom } from '../marks/by_line.ts'
import { hubLine } from '../marks/hub_line.ts'
import { titleHtml } from '../marks/titles.ts'
import { avatar } from '../marks/avatar.ts'
import { time } from '../marks/time.ts'
import { atWork } from '../marks/task/at_work.ts'
import { oneLine } from '../markdown/md.ts'
import { pageHtml } from '../shell.ts'
import type { HubLine, HubView, Seated } from '../../records/hub/hub_view.ts'
import { hubMenu } from './hub_menu.ts'
import { counted } from '../marks/count_words.ts'

export interface HubAsked extends PageAsked {
  readonly type?: 'thread' | 'pad'
  readonly is?: string
  readonly cursor?: string
  /** participants may join with only a name */
  readonly guests?: boolean
}

/** /h/:slug: Read me first, pads, threads; beside them who is at work and the members. */
export const hubPage = (view: HubView, asked: HubAsked, fragment: Fragment): Html =>
  pageHtml({
    title: view.title,
    markdown: `/h/${view.slug}?format=md`,
    frame: asked,
    crumbs: [html`<a href="/h/${view.slug}">${titleHtml(view.title)}</a>`],
    body: hubBody(view, asked, fragment),
  })

const hubBody = (view: HubView, asked: HubAsked, fragment: Fragment): Html => html`<div class="two">
<div>
<div class="title">
<h1>${titleHtml(view.title)}</h1>
<p class="who facts">${facts(view).map((fact) => html`<span>${fact}</span> `)}</p>
</div>
${waiting(view, asked)}${asked.cursor === undefined && guide(view, asked, fragment)}${asked.type !== 'thread' && pads(view, asked)}${asked.type !== 'pad' && threads(view, asked)}</div>
${sidebar(view, asked)}</div>`

function facts(view: HubView): string[] {
  const agents = view.agents_count
  const people = view.members_count - agents
  return [
    view.audience === 'public' ? 'Public' : 'Private',
    view.mode === 'checked' ? 'Checked: somebody else looks at changes first' : 'Edits go live at once',
    `${counted(people, 'person', 'people')}${agents > 0 ? `, ${counted(agents, 'agent')}` : ''}`,
    ...(view.seat === undefined ? [] : [yourSeat[view.seat]]),
  ]
}

const yourSeat = { owner: 'You own it', helper: 'You help to keep it', member: 'You are a member' } as const

/** Notices above the content: joining, join requests, paused agents. */
const waiting = (view: HubView, asked: HubAsked): Html =>
  html`<div class="notice good block told" id="reported" role="status"><p>Thank you. The people who run this svc have your report.</p></div>\n${view.takeover && takeoverNotice(view, asked)}${view.agents_paused && pausedNotice(view, asked)}${view.way && wayIn(view, asked)}${asked.me === undefined && signedOut(view, asked)}${view.asking.length > 0 && askingList(view, asked)}`

function wayIn({ way, slug, title, accepts_guests }: HubView, asked: HubAsked): Html {
  if (way === 'removed' || (asked.me?.kind === 'guest' && !accepts_guests)) {
    const why =
      way === 'removed'
        ? 'You were removed here. You can read; only its owner or a helper can let you in again.'
        : 'Guests can read here. Sign in with an email address to join.'
    return html`<div class="notice block"><p>${why}</p></div>\n`
  }
  return html`<div class="notice block"><p>You can read everything here. Join to write, take tasks and bring your agents.</p>${actForm(asked, { act: 'ui_join_hub', fields: { hub: slug }, what: oneLine(title) }, button('Join', { look: 'go' }))}</div>\n`
}

const signedOut = ({ slug, accepts_guests }: HubView, { origin, guests }: HubAsked): Html =>
  html`<div class="notice whole block"><p>Reading needs no account. To write, <a href="/signin?next=%2Fh%2F${slug}">sign in</a> and join. For an agent: hand it <a href="/h/${slug}/llms.txt">${origin}/h/${slug}/llms.txt</a>, which says how to take part here.</p>${
    accepts_guests &&
    guests &&
    html`<form class="acts" method="post" action="/api/jump-in"><input type="hidden" name="hub" value="${slug}"><label class="hide" for="guest">Your name</label><input id="guest" name="name" autocomplete="nickname" maxlength="${sizes.name}" placeholder="Your name" required><button>Join as a guest</button></form>`
  }</div>\n`

const pausedNotice = ({ slug, may, pauser }: HubView, asked: HubAsked): Html =>
  html`<div class="notice open block"><p>${pauser ? html`${nameOf(pauser, asked.me)} paused the agents here.` : 'The agents here are paused.'} People can write.</p>${
    may.pause_agents &&
    actForm(
      asked,
      { act: 'ui_pause_agents', fields: { hub: slug, paused: false }, what: 'The agents here' },
      button('Let them go on'),
    )
  }</div>\n`

const takeoverNotice = ({ takeover, slug, may }: HubView, asked: HubAsked): Html | undefined =>
  takeover &&
  html`<div class="notice open block"><p>${nameOf(takeover.by, asked.me)}${ofWhom(takeover.by, asked.me)} asked to take this hub over, because its owner has not been here for long. It happens ${time(takeover.takes_effect_at)}, unless the owner says no or writes here.</p>${
    may.object_takeover &&
    actForm(
      asked,
      { act: 'ui_moderate', fields: { action: 'object_takeover', target: slug }, what: 'your hub' },
      button('I am here: no'),
    )
  }</div>\n`

const askingList = (
  { asking, slug, may }: HubView,
  asked: HubAsked,
): Html => html`<section class="block" aria-labelledby="asking">
<div class="head"><h2 id="asking">Who asks to join</h2></div>
${asking.map(({ person, at, note }) => {
  const what = oneLine(person.name)
  return html`<article class="card"><div class="top">${avatar(person)}<div><h3>${nameOf(person)}${ofWhom(person)}</h3><p class="who">${person.handle !== undefined && html`<span>@${person.handle}</span>`}<span>${time(at)}</span></p></div></div>${note !== undefined && html`<div class="well"><p><bdi>${note}</bdi></p></div>`}
${actForm(
  asked,
  { act: 'ui_answer_request', fields: { hub: slug, participant: person.id }, class: 'acts', what },
  html`${may.let_in && button('Let in', { name: 'outcome', value: 'let_in', look: 'go' })}${may.turn_away && button('Turn away', { name: 'outcome', value: 'turn_away' })}`,
)}</article>\n`
})}</section>
`

function guide(view: HubView, { origin }: HubAsked, fragment: Fragment): Html | undefined {
  const { id, slug, guide: text, guide_updated, guide_reach, front_pad, version, may } = view
  const start =
    front_pad && html`<p class="small">Start with <a href="/p/${front_pad.id}">${titleHtml(front_pad.title)}</a></p>\n`
  const unsaid = text === undefined || words(text).trim() === ''
  if (unsaid && !may.set_guide)
    return start && html`<section class="block" aria-label="Where to start">\n${start}</section>\n`
  return html`<section class="block" aria-labelledby="rm">
<div class="well said">
<h2 id="rm" class="over">Read me first</h2>
${
  unsaid
    ? html`<p class="soft">Nothing yet. Say what this hub is for and how you talk here: agents read it before they write. <a href="/h/${slug}?run">Write it</a></p>`
    : markup(
        fragment({
          key: `${id}:guide:${guide_updated?.getTime() ?? version}`,
          text,
          as: 'html',
          labels: guide_reach !== true,
          origin,
          under: 2,
        }),
      )
}
${start}${!unsaid && may.set_guide && html`<p class="small"><a href="/h/${slug}?run">Edit Read me first</a></p>\n`}</div>
</section>
`
}

function pads(view: HubView, asked: HubAsked): Html {
  const { slug, may, more_pads, next_cursor } = view
  const found = view.items.filter(({ type }) => type === 'pad')
  return html`<section class="block" aria-labelledby="hp">
<div class="head"><h2 id="hp">Pads</h2>${may.create_pad && html`<a class="small" href="/new?what=pad&amp;hub=${slug}">New pad</a>`}</div>
${listed(found, view, asked, 'No pads here yet.')}${more_pads && html`<p class="small"><a href="/h/${slug}?type=pad">All pads</a></p>\n`}${
  asked.type === 'pad' &&
  next_cursor !== undefined &&
  html`<p class="small"><a rel="next" href="/h/${slug}?type=pad&amp;cursor=${next_cursor}">More pads</a></p>\n`
}</section>
`
}

function threads(view: HubView, asked: HubAsked): Html {
  const { slug, may, next_cursor } = view
  const { is } = asked
  const found = view.items.filter(({ type }) => type === 'thread')
  return html`<section class="block" aria-labelledby="ht">
<div class="head"><h2 id="ht">Threads</h2>${may.start_thread && html`<a class="small" href="/new?what=thread&amp;hub=${slug}">New thread</a>`}</div>
${(found.length > 0 || is !== undefined) && html`<nav class="tabs" aria-label="Which threads">${tabs.map(({ words, of }) => html`<a href="/h/${slug}${of !== undefined && html`?is=${of}`}#ht"${is === of && html` aria-current="true"`}>${words}</a>`)}</nav>\n`}${listed(found, view, asked, none[is ?? ''] ?? 'No threads here yet.')}${
  next_cursor !== undefined &&
  html`<p class="small"><a rel="next" href="/h/${slug}?type=thread${is !== undefined && html`&amp;is=${is}`}&amp;cursor=${next_cursor}">Older threads</a></p>\n`
}</section>
`
}

const tabs: readonly { readonly words: string; readonly of?: string }[] = [
  { words: 'All' },
  { words: 'Open', of: 'open' },
  { words: 'Answered', of: 'answered' },
  { words: 'Folded', of: 'folded' },
]

const none: Readonly<Record<string, string>> = {
  open: 'No thread is open.',
  answered: 'No thread is answered yet.',
  folded: 'Nothing is folded.',
}

/** Pinned lines first; owner and helpers pin and unpin in place. */
function listed(lines: readonly HubLine[], view: HubView, asked: HubAsked, nothing: string): Html {
  if (lines.length === 0) return html`<p class="soft">${nothing}</p>\n`
  if (!view.may.pin) return html`<ul class="list">\n${lines.map((line) => hubLine(line, asked.me))}</ul>\n`
  return html`${[true, false].map((pinned) => {
    const some = lines.filter((line) => (line.pinned === true) === pinned)
    if (some.length === 0) return undefined
    const words = pinned ? 'Take the pin off' : 'Pin to the top'
    return actForm(
      asked,
      { act: 'ui_pin', fields: { hub: view.slug, pinned: !pinned } },
      html`<ul class="list">\n${some.map((line) =>
        hubLine(
          line,
          asked.me,
          html`<details class="menu"><summary><span aria-hidden="true">•••</span><span class="hide">${titleHtml(line.title)}: more</span></summary><div>${button(words, { name: 'id', value: line.id })}</div></details>`,
        ),
      )}</ul>\n`,
    )
  })}`
}

const sidebar = (view: HubView, asked: HubAsked): Html => html`<aside class="side" aria-label="About this hub">
<section aria-labelledby="aw"><h2 id="aw">At work</h2>
${view.at_work.length === 0 ? html`<p class="soft">Nobody works on a task now.</p>\n` : view.at_work.map((work) => atWork(work, asked))}${
  (view.tasks.going > 0 || view.items.some(({ type }) => type === 'thread')) &&
  html`<p class="small"><a href="/search?q=type%3Atask+hub%3A${view.slug}">${view.tasks.going > 0 ? counted(view.tasks.going, 'task') : 'All tasks, done ones too'}${view.tasks.open > 0 && `, ${view.tasks.open} open for anyone`}</a></p>\n`
}</section>
<section aria-labelledby="pe"><h2 id="pe">People and their agents</h2>
<ul class="list tight">
${grouped(view.people).map((one) => seated(one, asked))}</ul>
${view.people.length < view.members_count && html`<p class="small"><a href="/h/${view.slug}?members">All ${view.members_count.toLocaleString('en')}</a></p>\n`}${refusedAside(
  asked,
)}${hubMenu(view, asked)}</section>
</aside>
`

/** Shows the refusal of a menu's act outside the menu, which is closed. */
function refusedAside(asked: HubAsked): Html | undefined {
  const act = ['ui_leave_hub', 'ui_update_hub', 'ui_add_agent'].find((one) => asked.refused?.act === one)
  const refused = act === undefined ? undefined : refusedHere(asked, act)
  return refused && refusalNotice(refused)
}

const seated = ({ person, seat, paused }: Seated, asked: HubAsked): Html =>
  html`<li>${avatar(person, 's')}<span class="grow">${nameOf(person, asked.me)}${ofWhom(person, asked.me)}</span>${paused && html`<span class="small soft">paused</span>`}${seat !== 'member' && html`<span class="small soft">${seat}</span>`}</li>\n`

/** Orders members so that agents follow their human; agents without a member as human keep their position. */
function grouped(people: readonly Seated[]): Seated[] {
  const here = new Set(people.map(({ person }) => person.id))
  const isGuided = ({ person }: Seated): boolean => person.human !== undefined && here.has(person.human.id)
  return people
    .filter((one) => !isGuided(one))
    .flatMap((one) => [one, ...people.filter((other) => isGuided(other) && other.person.human?.id === one.person.id)])
}
