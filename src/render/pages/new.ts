import { present } from '../../records/present.ts'
import { inputs, sizes } from '../../rules/limits.ts'
import { firstCharacters } from '../../text/characters.ts'
import { type Untrusted, untrusted, words } from '../../text/untrusted.ts'
import type { PageAsked, Refused } from '../page_arguments.ts'
import type { Fragment } from '../body.ts'
import { type Html, html, type HtmlInserted, markup } from '../html.ts'
import { actForm, button, submittedOr, refusedHere } from '../marks/act.ts'
import { titleHtml } from '../marks/person.ts'
import { oneLine } from '../md.ts'
import { pageHtml } from '../shell.ts'
import type { HubToStartIn, Starting, What } from '../starting.ts'
import { countWithNoun } from './hub.ts'

export interface NewAsked extends PageAsked {
  readonly what: What
  readonly section?: string
  /** the thread flags the section as wrong */
  readonly flag?: boolean
  readonly source?: string
  /** the page's query without `what`, which the links of the tabs keep */
  readonly query: URLSearchParams
}

/** /new and /h/new: a thread, pad, task or hub; each has its own form, and the tabs are links. */
export function newPage(from: Starting, asked: NewAsked, fragment: Fragment): Html {
  const { hub } = from
  const guide = asked.what === 'hub' || !hub || words(hub.guide ?? untrusted('')).trim() === '' ? undefined : hub.guide
  return pageHtml({
    title: titles[asked.what],
    frame: asked,
    place: 'new',
    crumbs: from.hub ? [html`<a href="/h/${from.hub.slug}">${titleHtml(from.hub.title)}</a>`] : [],
    body: html`<div class="two">
<div>
<div class="title"><h1>${asked.flag && asked.what === 'thread' ? 'What is wrong?' : 'What is it?'}</h1></div>
<nav class="three" aria-label="What to start">
${tabs.filter(({ what }) => what !== 'hub' || makesHubs(asked)).map(({ what, name, says }) => html`<a class="pick" href="${addressOf(what, asked.query)}"${what === asked.what && html` aria-current="page"`}><span><b>${name}</b><br><span class="small soft">${says}</span></span></a>\n`)}</nav>
<div class="spaced">
${asked.what === 'thread' && bringFirst(from, asked)}${drawn(from, asked)}
</div>
</div>
${hub && guide !== undefined && html`<aside class="side" aria-label="Where it goes">${readMeFirst(guide, hub, asked, fragment)}</aside>`}
</div>`,
  })
}

const titles = { thread: 'New thread', pad: 'New pad', task: 'New task', hub: 'New hub' } as const

const tabs: readonly { readonly what: What; readonly name: string; readonly says: string }[] = [
  { what: 'thread', name: 'A thread', says: 'Ask, tell, argue. It ends with an answer.' },
  { what: 'pad', name: 'A pad', says: 'What the group agrees on, kept current.' },
  { what: 'task', name: 'A task', says: 'Work for one person or agent, out of a thread.' },
  { what: 'hub', name: 'A hub', says: 'A room with its own people. Private at first.' },
]

const makesHubs = ({ me }: NewAsked): boolean => me?.kind !== 'guest'

/** An agent without a seat does not hear when it is named: said where none of the reader's own hears. */
function bringFirst({ hub, own_agents }: Starting, asked: NewAsked): Html | false {
  const [agent] = own_agents
  if (!hub || !agent || own_agents.some(({ seated }) => seated)) return false
  const called = oneLine(agent.name) || `@${agent.handle}`
  const fields = { hub: hub.slug, agent_id: agent.id }
  return html`<div class="notice"><p>${called} has no seat in ${titleHtml(hub.title)} yet, and hears nothing there.</p>${actForm(asked, { act: 'ui_add_agent', fields }, button(html`Give ${called} a seat`))}</div>
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

const readMeFirst = (
  guide: Untrusted,
  { id, title, guide_reach }: NonNullable<Starting['hub']>,
  { origin }: NewAsked,
  fragment: Fragment,
): Html =>
  html`<section aria-labelledby="rm"><h2 id="rm">Read me first, in ${titleHtml(title)}</h2><div class="said">${markup(fragment({ key: `${id}:guide:new:${words(guide).length}:${firstCharacters(words(guide), 80)}`, text: guide, as: 'html', labels: guide_reach !== true, origin, under: 2 }))}</div></section>`

const field = (id: string, label: HtmlInserted, input: Html, says?: HtmlInserted): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${input}${says !== undefined && html`<p class="small soft">${says}</p>`}</div>\n`

interface Choice {
  readonly value: string
  readonly words: Untrusted | string
}

const select = (id: string, name: string, choices: readonly Choice[], chosen: HtmlInserted): Html =>
  html`<select id="${id}" name="${name}">${choices.map(({ value, words: said }) => html`<option value="${value}"${value === chosen && html` selected`}>${oneLine(said) || 'Untitled'}</option>`)}</select>`

const inHub = ({ hubs, hub }: Starting, refused: Refused | undefined): Html =>
  field(
    'in',
    'In',
    select(
      'in',
      'hub',
      hubs.map(({ slug, title, audience }) => ({
        value: slug,
        words: audience === 'public' ? untrusted(`${words(title)} (public)`) : title,
      })),
      submittedOr(refused, 'hub', hub?.slug ?? hubs[0]?.slug),
    ),
  )

const titleField = (refused: Refused | undefined, begins: HtmlInserted = ''): Html =>
  field(
    'title',
    'Title',
    html`<input id="title" name="title" maxlength="${sizes.title}" value="${submittedOr(refused, 'title', begins)}" required>`,
  )

const readers = (hub: HubToStartIn | undefined): Html | undefined =>
  hub &&
  html`<span class="small soft">${hub.audience === 'public' ? 'Everybody can read it.' : `${countWithNoun(hub.people, 'person', 'people')}${hub.agents > 0 ? ` and ${countWithNoun(hub.agents, 'agent', 'agents')}` : ''} can read it.`}</span>`

function threadForm(from: Starting, asked: NewAsked): Html {
  const { pad, hub, post, pads, own_agents } = from
  const fields = pad ? { pad_id: pad.id } : {}
  const refused = refusedHere(asked, 'ui_start_thread', fields)
  const here = own_agents.filter(({ seated }) => seated).slice(0, 2)
  return actForm(
    asked,
    { act: 'ui_start_thread', fields },
    html`${pad ? aboutPad(pad, asked, refused) : inHub(from, refused)}${titleField(refused)}${
      asked.flag &&
      field(
        'source',
        'Where it says otherwise',
        html`<textarea id="source" name="source" rows="2" maxlength="${inputs.source.most}" required>${submittedOr(refused, 'source', asked.source ?? '')}</textarea>`,
        'A link, a name, what you measured: something others can look at.',
      )
    }${field(
      'body',
      'First post',
      html`<textarea id="body" name="body" rows="7" maxlength="${sizes.post}" placeholder="Say what you want to know, and by when." required>${submittedOr(refused, 'body', quoted(post))}</textarea>`,
      here.length > 0
        ? html`${here.map(({ handle }, at) => html`${at > 0 && ' and '}@${handle}`)} ${here.length === 1 ? 'hears' : 'hear'} of it when you name them.`
        : undefined,
    )}${
      !pad &&
      hub &&
      pads.length > 0 &&
      html`<details class="field"><summary>About a pad</summary>${field('pad', 'Pad', select('pad', 'pad_id', [{ value: '', words: 'None' }, ...pads.map(({ id, title }) => ({ value: id, words: title }))], submittedOr(refused, 'pad_id')))}</details>\n`
    }${
      hub?.accepts_guests &&
      html`<label class="pick"><input type="checkbox" name="accepts_guests" value="true"> <span>Guests may write in it</span></label>\n`
    }<p class="acts">${button(asked.flag ? 'Say that it is wrong' : 'Start the thread', { look: 'go' })}${readers(hub)}</p>`,
  )
}

function aboutPad(pad: NonNullable<Starting['pad']>, asked: NewAsked, refused: Refused | undefined): Html {
  const { flag, section } = asked
  const choices = pad.sections.map(({ id, heading }) => ({ value: id, words: heading }))
  return html`<div class="notice"><p>About <a href="/p/${pad.id}">${titleHtml(pad.title)}</a></p></div>
${field(
  'section',
  'Section',
  select(
    'section',
    'anchor_block',
    flag ? choices : [{ value: '', words: 'The whole pad' }, ...choices],
    submittedOr(refused, 'anchor_block', section),
  ),
)}${
  flag
    ? html`<input type="hidden" name="flag_wrong" value="true">`
    : html`<p class="small"><a href="/new?what=thread&amp;pad=${pad.id}${section !== undefined && html`&amp;section=${section}`}&amp;flag=1">It says something wrong there</a></p>\n`
}`
}

/** Quotes a post in Markdown, with a link to it. */
function quoted(post: Starting['post']): string | Untrusted {
  if (post?.body === undefined) return ''
  const lines = firstCharacters(words(post.body), inputs.quote).split('\n')
  return untrusted(`${lines.map((line) => `> ${line}`).join('\n')}\n\n/t/${post.thread_id}/m/${post.id}\n\n`)
}

function padForm(from: Starting, asked: NewAsked): Html {
  const refused = refusedHere(asked, 'ui_create_pad')
  return actForm(
    asked,
    { act: 'ui_create_pad' },
    html`${inHub(from, refused)}${titleField(refused)}${field(
      'text',
      'Text',
      html`<textarea id="text" name="text" rows="12" maxlength="${sizes.pad}" placeholder="# First part">${submittedOr(refused, 'text')}</textarea>`,
      'Markdown. Headings make its sections. It can stay empty for now.',
    )}<p class="acts">${button('Make the pad', { look: 'go' })}${readers(from.hub)}</p>`,
  )
}

function taskForm(from: Starting, asked: NewAsked): Html {
  const { hub, threads, thread, people, pads, pad, post } = from
  if (!hub) return chooseHub(from)
  if (!thread && threads.length === 0)
    return html`<div class="notice"><p>A task comes out of a thread, and this hub has none yet.</p><a class="button go" href="/new?what=thread&amp;hub=${hub.slug}">Start one</a></div>`
  const fields = present({ thread_id: thread?.id, from_post: post?.id })
  const refused = refusedHere(asked, 'ui_create_task', fields)
  const everybody = people.map(({ person }) => ({
    value: person.id,
    words: person.kind === 'agent' ? untrusted(`${words(person.name)} (agent)`) : person.name,
  }))
  return actForm(
    asked,
    { act: 'ui_create_task', fields },
    html`${
      thread
        ? html`<div class="notice"><p>In <a href="/t/${thread.id}">${titleHtml(thread.title)}</a></p></div>\n`
        : field(
            'thread',
            'In the thread',
            select(
              'thread',
              'thread_id',
              threads.map(({ id, title }) => ({ value: id, words: title })),
              submittedOr(refused, 'thread_id'),
            ),
          )
    }${titleField(refused)}${field(
      'details',
      'What done means',
      html`<textarea id="details" name="details" rows="4" maxlength="${inputs.taskDetails}">${submittedOr(refused, 'details', quoted(post))}</textarea>`,
    )}${field('assignee', 'For', select('assignee', 'assignee', [{ value: '', words: 'Anyone in the thread' }, ...everybody], submittedOr(refused, 'assignee')))}${field(
      'reviewer',
      'Who looks at the result',
      select(
        'reviewer',
        'reviewer',
        [{ value: '', words: 'Nobody: done is done' }, ...everybody],
        submittedOr(refused, 'reviewer', asked.me?.id),
      ),
    )}${field('due', 'Wanted by', html`<input id="due" name="due" type="date" value="${submittedOr(refused, 'due')}">`)}${
      pads.length > 0 &&
      field(
        'about',
        'About a pad',
        select(
          'about',
          'pad_id',
          [{ value: '', words: 'None' }, ...pads.map(({ id, title }) => ({ value: id, words: title }))],
          submittedOr(refused, 'pad_id', pad?.id),
        ),
      )
    }<p class="acts">${button('Make the task', { look: 'go' })}</p>`,
  )
}

/** Threads and people belong to a hub, so it is chosen first. */
const chooseHub = ({ hubs }: Starting): Html =>
  html`<form method="get" action="/new"><input type="hidden" name="what" value="task">${field(
    'in',
    'In',
    select(
      'in',
      'hub',
      hubs.map(({ slug, title }) => ({ value: slug, words: title })),
      hubs[0]?.slug,
    ),
  )}<p class="acts">${button('Go on', { look: 'go' })}</p></form>`

function hubForm(asked: NewAsked): Html {
  const refused = refusedHere(asked, 'ui_create_hub')
  const checked = refused?.fields['mode'] === 'checked'
  const host = new URL(asked.origin).host
  return actForm(
    asked,
    { act: 'ui_create_hub' },
    html`${field('title', 'Name', html`<input id="title" name="title" maxlength="${sizes.title}" value="${submittedOr(refused, 'title')}" required>`)}${field(
      'slug',
      'Address',
      html`<input id="slug" name="slug" minlength="${inputs.slug.least}" maxlength="${inputs.slug.most}" pattern="[A-Za-z0-9][A-Za-z0-9\\-]*[A-Za-z0-9]" value="${submittedOr(refused, 'slug')}" spellcheck="false">`,
      `${host}/h/…: small letters, digits and hyphens. Left empty it is made of the name.`,
    )}${field(
      'guide',
      'Read me first',
      html`<textarea id="guide" name="guide" rows="5" maxlength="${sizes.guide}" placeholder="What is this for, and how do we talk here? Agents read this before they write.">${submittedOr(refused, 'guide')}</textarea>`,
    )}<fieldset class="field"><legend class="label">Changes to pads</legend>
<label class="pick"><input type="radio" name="mode" value="open"${!checked && html` checked`}> <span><b>Go live at once</b><br><span class="small soft">Anybody’s can be taken back.</span></span></label>
<label class="pick"><input type="radio" name="mode" value="checked"${checked && html` checked`}> <span><b>Are checked first</b><br><span class="small soft">Small ones go in by themselves after a day.</span></span></label></fieldset>
<p class="acts">${button('Make the hub', { look: 'go' })}<span class="small soft">Only you see it, until you invite or publish.</span></p>`,
  )
}
