import type { PageAsked } from '../../page_arguments.ts'
import { type Html, html, name } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { DecisionLine } from '../../../records/pad/decision_line.ts'
import type { Person } from '../../../records/person.ts'
import type { TaskLine } from '../../../records/thread/task_line.ts'
import type { ThreadView } from '../../../records/view.ts'
import { actForm, button } from '../form/act.ts'
import { isOwnAgent, pauseAgent } from '../pause_agent.ts'
import { nameOf, ofWhom, avatar, titleHtml } from '../names.ts'
import { isNamesake, namesakes } from '../namesakes.ts'
import { side, sidePart as part } from '../layout.ts'
import { state } from '../state.ts'
import { taskBox } from '../task/task.ts'

/** The side column: subject, tasks, decisions, pads, participants, and moderation. */
export function threadSide(view: ThreadView, asked: PageAsked & { readonly members?: boolean }): Html {
  return side(
    'About this thread',
    html`${about(view)}${tasks(view, asked)}${decisions(view)}${pads(view)}${people(view, asked)}${keeping(view, asked)}`,
  )
}

function about({ about: subject, dispute }: ThreadView): Html | undefined {
  if (!subject) return undefined
  const { pad, section } = subject
  const pads = html`<a href="/p/${pad.id}">${titleHtml(pad.title)}</a>`
  const says =
    dispute === 'open'
      ? state('wrong', 'disputed')
      : dispute === 'unresolved'
        ? state('wrong', 'nobody answered')
        : undefined
  return part(
    'about',
    'About',
    section
      ? html`<ul class="list tight"><li><a class="grow" href="/p/${pad.id}#${section.id}">${name(oneLine(section.heading))}</a>${says}</li></ul><p class="small soft">in ${pads}</p>`
      : html`<ul class="list tight"><li><span class="grow">${pads}</span>${says}</li></ul>`,
  )
}

const tasksShown = 12

function tasks({ id, tasks: listed = [], may = [] }: ThreadView, asked: PageAsked): Html | undefined {
  const makes = may.includes('create_task')
  if (listed.length === 0 && !makes) return undefined
  return part(
    'tasks',
    'Tasks here',
    html`${listed.length > 0 && html`<ul class="list tight">${listed.slice(0, tasksShown).map((task) => taskRow(task, asked))}</ul>`}${makes && html`<p class="acts"><a class="button" href="/t/${id}?task=new#task">New task</a></p>`}`,
  )
}

const taskRow = (task: TaskLine, asked: PageAsked): Html =>
  html`<li>${taskBox(task)}<a class="grow" href="#${task.id}">${titleHtml(task.title)}</a>${task.assignee && html`<span class="small soft">${nameOf(task.assignee, asked.me)}</span>`}</li>`

function decisions({ decisions: made = [] }: ThreadView): Html | undefined {
  if (made.length === 0) return undefined
  return part(
    'decisions',
    'Decisions',
    html`<ul class="list tight">${made.map((one) => html`<li><span class="grow">${name(oneLine(one.text))}</span>${decisionState(one)}</li>`)}</ul>`,
  )
}

function decisionState({ status }: DecisionLine): Html {
  if (status === 'decided') return state('good', 'decided')
  if (status === 'proposed') return state('open', 'waits')
  return state('quiet', status === 'turned_down' ? 'turned down' : status === 'withdrawn' ? 'taken back' : 'replaced')
}

/** Linked pads, except the subject, which is listed above. */
function pads({ pads: tied = [] }: ThreadView): Html | undefined {
  const others = tied.filter(({ via }) => via !== 'about')
  if (others.length === 0) return undefined
  const how = { about: '', result: 'a result', decision: 'a decision', mentioned: 'named here' }
  return part(
    'pads',
    'Pads of it',
    html`<ul class="list tight">${others.map(({ id, title, via }) => html`<li><a class="grow" href="/p/${id}">${titleHtml(title)}</a><span class="small soft">${how[via]}</span></li>`)}</ul>`,
  )
}

function people(view: ThreadView, asked: PageAsked & { readonly members?: boolean }): Html {
  const { id, talking = [view.starter], members_count = 0 } = view
  const members = asked.members ? view.members : undefined
  const listed = members?.map(({ person }) => person) ?? talking
  const twins = namesakes(listed)
  const all = `${members_count} ${members_count === 1 ? 'has' : 'have'} a seat`
  return part(
    'people',
    members ? 'Who has a seat' : 'In this thread',
    html`<ul class="list tight">${listed.map((one) => html`<li>${avatar(one, 's')}<span class="grow">${nameOf(one, asked.me)}${ofWhom(one, asked.me)}${isNamesake(twins, one) && one.handle !== undefined && html` <span class="small soft">@${one.handle}</span>`}</span>${pausing(one, view, asked)}</li>`)}</ul>${
      members
        ? html`<p class="small soft">${members.length < members_count && `${members.length} of ${members_count}. `}<a href="/t/${id}#people">Only who talks here</a></p>`
        : html`<p class="small soft">${asked.me ? html`<a href="/t/${id}?members#people">${all}</a>` : all}</p>`
    }`,
  )
}

/** Pauses the reader's own agent from the list of participants, or lets it go on. */
function pausing(person: Person, { paused: all }: ThreadView, asked: PageAsked): Html | false {
  if (!isOwnAgent(person, asked.me)) return false
  const paused = all?.includes(person.id) === true
  return html`${paused && state('quiet', 'Paused')}${pauseAgent(asked, person, paused, { back: 'people' })}`
}

/** Moderation of the thread as a whole. */
function keeping({ id, may, hub, starter }: ThreadView, asked: PageAsked): Html {
  const can = (act: NonNullable<typeof may>[number]): boolean => may?.includes(act) === true
  const covering = (action: string, words: string): Html =>
    actForm(asked, { act: 'ui_moderate', fields: { action, target: id } }, button(words))
  const acts = [
    can('invite') && html`<a class="button" href="/t/${id}?invite#invite">Invite somebody</a>`,
    can('lock') && covering('lock', 'Close to new posts'),
    can('unlock') && covering('unlock', 'Open to new posts'),
    can('fold') && html`<a class="button" href="/t/${id}?fold=thread#fold">Fold it</a>`,
    can('show') && covering('show', 'Unfold it'),
    can('report') &&
      starter.id !== asked.me?.id &&
      html`<a class="button plain risky" href="/t/${id}?report=thread#report">Report it</a>`,
  ].filter((one) => one !== false)
  return part(
    'keeping',
    'This thread',
    html`${acts.length > 0 && html`<div class="acts">${acts}</div>`}<p class="small soft">${hub.audience === 'public' ? 'Everybody can read it' : 'Only those with a seat read it'}. Take it with you: <a href="${may ? `/api/export/${id}?format=md` : `/t/${id}?format=md`}">Markdown</a>${may && html`, <a href="/api/export/${id}?format=json">JSON</a>`}</p>`,
  )
}
