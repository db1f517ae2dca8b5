import { untrusted, words } from '../../text/untrusted.ts'
import type { Fragment } from '../body.ts'
import { type Html, html } from '../html.ts'
import { actForm, button } from '../marks/form/act.ts'
import { lead, pageTitle, side, sidePart, tabs, twoColumns } from '../marks/layout.ts'
import { titleHtml, called } from '../marks/names.ts'
import { guideHtml } from '../marks/guide.ts'
import { pageHtml } from '../shell.ts'
import type { Starting, What } from '../../records/hub/starting.ts'
import type { NewAsked } from './new/new_arguments.ts'
import { hubForm } from './new/hub.ts'
import { padForm } from './new/pad.ts'
import { taskForm } from './new/task.ts'
import { threadForm } from './new/thread.ts'

/** /new and /h/new: a thread, pad, task or hub; each has its own form, and the tabs are links. */
export function newPage(from: Starting, asked: NewAsked, fragment: Fragment): Html {
  const { hub } = from
  const guide = asked.what === 'hub' || !hub || words(hub.guide ?? untrusted('')).trim() === '' ? undefined : hub.guide
  const flags = asked.flag === true && asked.what === 'thread'
  return pageHtml({
    title: titles[asked.what],
    frame: asked,
    place: 'new',
    crumbs: from.hub ? [html`<a href="/h/${from.hub.slug}">${titleHtml(from.hub.title)}</a>`] : [],
    body: twoColumns(
      html`${pageTitle(
        flags ? 'What is wrong?' : titles[asked.what],
        lead(
          flags
            ? 'It shows as disputed until somebody settles it.'
            : kinds.find(({ what }) => what === asked.what)?.says,
        ),
      )}${!flags && kindTabs(from, asked)}<div class="spaced">
${asked.what === 'thread' && bringFirst(from, asked)}${drawn(from, asked)}
</div>`,
      hub && guide !== undefined
        ? side(
            'Where it goes',
            sidePart(
              'rm',
              html`Read me first, in ${titleHtml(hub.title)}`,
              html`<div class="said">${guideHtml(hub, guide, asked, fragment)}</div>`,
            ),
          )
        : undefined,
    ),
  })
}

const titles = { thread: 'New thread', pad: 'New pad', task: 'New task', hub: 'New hub' } as const

const kinds: readonly { readonly what: What; readonly name: string; readonly says: string }[] = [
  { what: 'thread', name: 'Thread', says: 'Ask, tell, argue. It ends with an answer.' },
  { what: 'pad', name: 'Pad', says: 'What the group agrees on, kept current.' },
  { what: 'task', name: 'Task', says: 'Work for one person or agent, out of a thread.' },
  { what: 'hub', name: 'Hub', says: 'A room with its own people. Private at first.' },
]

/** No tabs when it begins from a pad, thread or post: another kind would lose that subject. */
const kindTabs = ({ pad, thread, post }: Starting, asked: NewAsked): Html | false =>
  !(pad ?? thread ?? post) &&
  tabs(
    'What to start',
    kinds
      .filter(({ what }) => what !== 'hub' || makesHubs(asked))
      .map(({ what, name }) => ({
        path: addressOf(what, asked.query),
        words: name,
        current: what === asked.what,
      })),
  )

const makesHubs = ({ me }: NewAsked): boolean => me?.kind !== 'guest'

/** An agent without a seat is not called by mentions; shown when none of the reader's agents has one. */
function bringFirst({ hub, own_agents }: Starting, asked: NewAsked): Html | false {
  const [agent] = own_agents
  if (!hub || !agent || own_agents.some(({ seated }) => seated)) return false
  const who = called(agent)
  const fields = { hub: hub.slug, agent_id: agent.id }
  return html`<div class="notice"><p>${who} has no seat in ${titleHtml(hub.title)} yet, and hears nothing there.</p>${actForm(asked, { act: 'ui_add_agent', fields }, button(html`Give ${who} a seat`))}</div>
`
}

function addressOf(what: What, query: URLSearchParams): string {
  if (what === 'hub') return '/h/new'
  const to = new URLSearchParams({ what })
  const hub = query.get('hub')
  if (hub !== null) to.set('hub', hub)
  return `/new?${to.toString()}`
}

function drawn(from: Starting, asked: NewAsked): Html {
  if (asked.what === 'hub') return makesHubs(asked) ? hubForm(asked) : signsInFirst
  if (from.hubs.length === 0) {
    return html`<div class="notice"><p>It needs a hub to stand in, and you have no seat in one yet.</p>${makesHubs(asked) && html`<a class="button go" href="/h/new">Make a hub</a>`}<a class="button" href="/explore">Look at public ones</a></div>`
  }
  return asked.what === 'thread'
    ? threadForm(from, asked)
    : asked.what === 'pad'
      ? padForm(from, asked)
      : taskForm(from, asked)
}

const signsInFirst = html`<div class="notice"><p>Guests cannot make hubs. Sign in with an email address first; what you wrote stays yours.</p><a class="button go" href="/signin?next=%2Fh%2Fnew">Sign in</a></div>`
