import { reads, sizes } from '../../../rules/limits.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button } from '../../marks/form/act.ts'
import { pauseAgentsOf } from '../../marks/pause_agent.ts'
import { nameOf, ofWhom, avatar } from '../../marks/names.ts'
import { reportedTo } from '../../marks/form/report.ts'
import { block } from '../../marks/layout.ts'
import { time } from '../../marks/in_words.ts'
import { oneLine } from '../../markdown/md.ts'
import type { HubView } from '../../../records/hub/hub_view.ts'
import type { HubAsked } from './hub_arguments.ts'

/** Notices above the content: joining, join requests, paused agents. */
export const notices = (view: HubView, asked: HubAsked): Html =>
  html`${reportedTo('The people who run this svc will see it.')}${view.takeover && takeoverNotice(view, asked)}${view.agents_paused && pausedNotice(view, asked)}${view.way && wayIn(view, asked)}${asked.me === undefined && signedOut(view, asked)}${view.asking.length > 0 && askingList(view, asked)}`

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
    may.pause_agents && pauseAgentsOf(asked, slug, true, { words: 'Let them go on' })
  }</div>\n`

const takeoverNotice = ({ takeover, slug, may }: HubView, asked: HubAsked): Html | undefined =>
  takeover &&
  html`<div class="notice open block"><p>${nameOf(takeover.by, asked.me)}${ofWhom(takeover.by, asked.me)} asked to take this hub over, because ${may.object_takeover ? 'nobody heard of you' : 'its owner has not been here'} for long. ${may.object_takeover ? html`From ${time(takeover.takes_effect_at)} it is theirs, unless you keep it.` : html`It happens ${time(takeover.takes_effect_at)}, unless the owner says no or writes here.`}</p>${takeover.note !== undefined && html`<p class="small">“${oneLine(takeover.note, reads.quotes.words)}”</p>`}${
    may.object_takeover &&
    actForm(
      asked,
      { act: 'ui_moderate', fields: { action: 'object_takeover', target: slug }, what: 'your hub' },
      button('Keep it'),
    )
  }</div>\n`

const askingList = ({ asking, slug, may }: HubView, asked: HubAsked): Html =>
  block(
    'asking',
    'Who asks to join',
    asking.map(({ person, at, note }) => {
      const what = oneLine(person.name)
      return html`<article class="card"><div class="top">${avatar(person)}<div><h3>${nameOf(person)}${ofWhom(person)}</h3><p class="who">${person.handle !== undefined && html`<span>@${person.handle}</span>`}<span>${time(at)}</span></p></div></div>${note !== undefined && html`<div class="well"><p><bdi>${note}</bdi></p></div>`}
${actForm(
  asked,
  { act: 'ui_answer_request', fields: { hub: slug, participant: person.id }, class: 'acts', what },
  html`${may.let_in && button('Let in', { name: 'outcome', value: 'let_in', look: 'go', does: 'accept' })}${may.turn_away && button('Turn away', { name: 'outcome', value: 'turn_away', does: 'refuse' })}`,
)}</article>\n`
    }),
  )
