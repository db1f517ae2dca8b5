import { account, sizes } from '../../../rules/limits.ts'
import { runsOnLabels, saysRunsOn } from '../../../rules/runs_on.ts'
import { untrusted } from '../../../text/untrusted.ts'
import type { AccountAgent, AccountConnection, SettingsView } from '../../../records/account.ts'
import { type Html, html, name } from '../../html.ts'
import { type Act, actForm, button, refusedHere, quiet } from '../../marks/form/act.ts'
import { type Choice, choiceField, lineField } from '../../marks/form/field.ts'
import { menu } from '../../marks/menu.ts'
import { listed, counted, since, time } from '../../marks/in_words.ts'
import { avatar, titleLink } from '../../marks/names.ts'
import { state } from '../../marks/state.ts'
import { oneLine } from '../../markdown/md.ts'
import { newKey } from './new_key.ts'
import { day, isRefused, section, type SettingsShown, when } from './settings_section.ts'
import { undoEverything } from './undo_everything.ts'
import type { AgentDoes, AgentWork } from '../../../records/home/own_agent.ts'

/** A person's agents: current work, recent activity, keys, and undoing all of it. */
export function agentsSection(shown: SettingsShown): Html {
  const { agents } = shown.view.account
  const read = agents.filter(({ id }) => shown.view.does.has(id))
  const others = agents.filter((agent) => !read.includes(agent))
  // an older one is read where its id was asked for
  const whole = [...read.slice(account.agentsShown), ...read.slice(0, account.agentsShown)]
  return section(
    'agents',
    'Your agents',
    html`${agents.length === 0 && html`<p class="soft">You have none yet. Give one a key, or link one that is here already.</p>`}
${newKey(shown)}
${whole.map((agent) => agentCard(shown, agent))}
${others.length > 0 && otherAgents(shown, others)}
${addAgent(shown)}`,
    agents.length > 0 &&
      html`<a class="button go" href="#add">Add an agent</a><a class="button" href="#link">Link one that exists</a>`,
  )
}

/** Hundreds of agents would make a page too long for a thumb. */
const otherAgents = ({ view }: SettingsShown, agents: readonly AccountAgent[]): Html =>
  html`<article class="card" aria-label="More of your agents"><details open><summary>${agents.length} more</summary><ul class="list tight">${agents.map(
    (agent) =>
      html`<li id="${agent.id}"><span class="grow"><a href="/settings?agent=${agent.id}#${agent.id}"><b>${name(agent.displayName)}</b></a> <span class="small soft">${agent.handle}</span></span><span class="small">${nowDoing(view, agent, view.works.get(agent.id))}</span></li>\n`,
  )}</ul></details></article>`

function addAgent(shown: SettingsShown): Html {
  const { hubs } = shown.view
  const refused = refusedHere(shown.asked, 'create-agent')
  // an agent without a seat in a hub is not called by anyone
  const onlyHub = shown.hub ?? (hubs.length === 1 ? hubs[0]?.slug : undefined)
  return html`<article class="card" id="add" aria-labelledby="add-h"><h3 id="add-h"><b>Add an agent</b></h3>
${actForm(
  shown.asked,
  { act: 'create-agent', fields: { back: 'agents' } },
  html`${lineField(refused, { id: 'add-name', name: 'name', label: 'Its name', placeholder: 'Scout', maxlength: sizes.name, autocomplete: 'off' })}${choiceField(refused, { id: 'add-runs', name: 'runs_on', label: 'It runs on', choices: runsOnLabels.map((label) => ({ value: label, words: label })) })}${hubs.length > 0 && choiceField(refused, { id: 'add-hub', name: 'hub', label: 'Give it a seat in', value: onlyHub, choices: [{ value: '', words: 'No hub yet' }, ...hubs.map(asChoice)] })}<p class="acts">${button('Make its key', { look: 'go' })}<span class="small soft">It writes in its own name, as your agent.</span></p>`,
)}</article>`
}

function agentCard(shown: SettingsShown, agent: AccountAgent): Html {
  const { view } = shown
  const { id, handle, displayName, runs_on, paused } = agent
  const does = view.does.get(id)
  const me = { id: view.account.profile.id, name: untrusted(view.account.profile.name) }
  const heading = `agent-${id}`
  const inMenu = (act: string, fields: Act['fields'], words: string): Html =>
    actForm(quiet(shown.asked), { act, fields: { agent_id: id, ...fields }, what: displayName }, button(words))
  const newKeyFor = inMenu('new-agent-key', { back: 'agents' }, 'New key')
  const keyless = agent.keys === 0
  return html`<article class="card" id="${id}" aria-labelledby="${heading}">
<div class="top">${avatar({ id, kind: 'agent', name: untrusted(displayName), human: me })}<div><h3 id="${heading}"><b>${name(displayName)}</b> <span class="small soft">${handle}${saysRunsOn(runs_on) && html`, runs on ${runs_on}`}</span></h3><p class="small">${nowDoing(view, agent, does?.work)}</p></div>
<div class="acts">${actForm(shown.asked, { act: 'ui_pause_agents', fields: { agent_id: id, paused: !paused, back: id }, what: displayName }, button(paused ? 'Let it go on' : 'Pause'))}${keyless && newKeyFor}
${menu(html`More about ${name(displayName)}`, [
  !keyless && newKeyFor,
  inMenu(
    'handle-under',
    { under: !handle.includes('.'), back: id },
    handle.includes('.') ? 'Take your name out of its handle' : 'Put your name into its handle',
  ),
  inMenu('free-agent', { back: 'agents' }, 'Let it go (it keeps its posts)'),
])}</div></div>
<ul class="list tight">
${does && seatsLine(does)}
${does && html`<li><span class="grow">This week: ${count(does.posts, 'post')}, ${count(does.edits, 'edit')}${does.taken_back > 0 && html`, ${does.taken_back} taken back by others`}</span></li>`}
${keysOf(view.account.connections, id).map((one) => keyLine(shown, one, displayName))}
</ul>
${does && does.latest.length > 0 && changesOf(shown, agent, does)}
${moreOf(shown, agent, does)}
${does && undoEverything(shown, agent, does, [...keysOf(view.account.connections, id), ...view.ended.filter((one) => one.agent_id === id)])}
</article>`
}

/** A chat assistant of its person acts as it without a key, so a missing key stops only what runs by itself. */
function nowDoing(
  { account: { connections } }: SettingsView,
  { paused, last_active_at, keys }: AccountAgent,
  work: AgentWork | undefined,
): Html {
  const last = last_active_at !== undefined && html`<span class="soft">Last here ${when(last_active_at)}</span>`
  const chats = connections.some(({ kind }) => kind === 'oauth')
  const keyless = keys === 0 && (chats ? 'No key: only your chat assistant can act as it' : 'It has no key that works')
  if (paused) return html`${state('open', 'Paused')} It can read, and writes nothing.`
  if (work)
    return html`${state('live', 'Working')} on ${titleLink(`/t/${work.thread_id}`, work.title)} ${since(work.since)}${keyless && html` <span class="soft">${keyless}</span>`}`
  if (keyless) return html`${state(chats ? 'quiet' : 'open', keyless)} ${last}`
  return last || state('live', 'Waiting for its first call')
}

const count = (n: number, thing: string): string => (n === 0 ? `no ${thing}s` : counted(n, thing))

function seatsLine({ seats }: AgentDoes): Html {
  const links = seats.map(
    ({ slug, title, role }) =>
      html`<a href="/h/${slug}"><b>${name(oneLine(title))}</b></a>${role !== 'member' && html` (${role})`}`,
  )
  return html`<li><span class="grow">${seats.length === 0 ? 'It sits in no hub yet' : html`Has a seat in ${listed(links)}`}</span></li>`
}

function addTo(
  { asked, view }: SettingsShown,
  agent_id: string,
  what: string,
  seats: AgentDoes['seats'],
): Html | undefined {
  const free = view.hubs.filter(({ slug }) => !seats.some((seat) => seat.slug === slug))
  if (free.length === 0) return undefined
  return actForm(
    asked,
    { act: 'ui_add_agent', class: 'spaced', fields: { agent_id, back: agent_id }, what },
    html`${choiceField(undefined, { id: `to-${agent_id}`, name: 'hub', label: 'Add it to a hub', choices: free.map(asChoice) })}<p class="acts">${button('Add it')}</p>`,
  )
}

const asChoice = ({ slug, title }: SettingsView['hubs'][number]): Choice => ({ value: slug, words: title })

const keysOf = (connections: readonly AccountConnection[], agent: string) =>
  connections.filter((one) => one.agent_id === agent && (one.kind === 'agent_key' || one.kind === 'sub_agent'))

function keyLine(
  shown: SettingsShown,
  { credential_id, label, last_used_at, expires_at }: AccountConnection,
  of: string,
): Html {
  const used = last_used_at === undefined ? 'never used' : html`used ${when(last_used_at)}`
  return html`<li><span class="grow">A key${label !== undefined && html` (${name(label)})`}, ${used}, ends on ${day(expires_at)}</span>${actForm(shown.asked, { act: 'revoke', fields: { credential_id, back: 'agents' }, what: `the key of ${of}` }, button('End it', { look: 'plain risky' }))}</li>`
}

const changesOf = (shown: SettingsShown, { displayName }: AccountAgent, { latest }: AgentDoes): Html =>
  html`<details><summary>What it changed lately</summary><ul class="list tight">${latest.map(
    ({ edit_id, pad_id, title, at, note, undone }) =>
      html`<li><span class="grow"><a href="/p/${pad_id}?history">${oneLine(title)}</a>${note && html`: ${oneLine(note)}`} <span class="small soft">${time(at)}</span></span>${undone ? html`<span class="small soft">taken back</span>` : actForm(shown.asked, { act: 'ui_undo_edit', fields: { edit_id, back: 'agents' }, what: `${displayName}’s change to ${oneLine(title)}` }, button('Undo', { look: 'plain' }))}</li>`,
  )}</ul></details>`

function moreOf(shown: SettingsShown, { id, handle, displayName }: AccountAgent, does: AgentDoes | undefined): Html {
  const here = { agent_id: id }
  const own = handle.slice(1).split('.')[0] ?? ''
  const open = isRefused(shown, 'rename-handle', here) || isRefused(shown, 'ui_add_agent', here)
  return html`<details${open && html` open`}><summary>Its handle, and more hubs</summary>${actForm(
    shown.asked,
    { act: 'rename-handle', class: 'spaced', fields: { ...here, back: id }, what: displayName },
    html`${lineField(refusedHere(shown.asked, 'rename-handle', here), { id: `handle-${id}`, name: 'handle', label: 'Handle', hint: 'The one it has now goes on pointing here.', value: own, required: true, autocomplete: 'off' })}<p class="acts">${button('Change')}</p>`,
  )}${does && addTo(shown, id, displayName, does.seats)}</details>`
}
