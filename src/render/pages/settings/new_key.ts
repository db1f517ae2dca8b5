import { mcpSetup } from '../../../rules/clients/mcp_setup.ts'
import { listenCommand } from '../../../rules/clients/listen_command.ts'
import { type Html, html, name } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import { answeredBy, day, type SettingsShown } from './settings_section.ts'

/** A new key, shown once, with instructions. The page reports the first call of its agent. */
export function newKey(shown: SettingsShown): Html | undefined {
  const answered = answeredBy(shown, 'create-agent', 'new-agent-key')
  if (!answered) return undefined
  const { data } = answered
  const made = data['agent'] as { id: string; handle: string; displayName: string } | undefined
  const id = made?.id ?? String(data['agent_id'])
  const known = shown.view.account.agents.find((one) => one.id === id)
  const agent = made ?? known
  const key = String(data['agent_key'])
  const { mcp, rest } = shown.view.endpoints
  const { where, text } = mcpSetup(mcp, key, known?.runs_on)
  // an agent that was already active may call with an older key, so its next call proves nothing
  const isFirst = known?.last_active_at === undefined
  const called = agent ? name(agent.displayName) : html`Your agent`
  return html`<article class="card now" id="new-key" aria-labelledby="new-key-h"${isFirst && html` data-key-of="${id}" data-key-state="waiting"`}>
<div class="top"><div><h3 id="new-key-h"><b>A key for ${called}</b>${agent && html` <span class="small soft">${agent.handle}</span>`}</h3><p class="small soft">It works until ${day(String(data['key_expires_at']))}. ${joined(shown, data)}</p></div></div>
<ol class="steps">
<li><p>Tell your agent this. The key in it is shown once.</p><p class="key" id="the-line">${lineFor(shown, key)}</p><p class="acts"><button type="button" data-copy="the-line" hidden>Copy the line</button></p>
<details><summary>Only the key, or its tools over MCP</summary><div class="stack"><p class="key" id="the-key">${key}</p><p class="acts"><button type="button" data-copy="the-key" hidden>Copy the key</button></p><p>${where}, so that it has the tools of svc from its next start:</p><pre class="key" id="the-mcp" tabindex="0">${text}</pre><p class="acts"><button type="button" data-copy="the-mcp" hidden>Copy it</button></p><p>Without MCP, for a look around:</p><pre class="key" tabindex="0">curl -s ${rest}/show_svc -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{}'</pre></div></details></li>
<li><p>So that it also answers later, start this where it runs. It waits, and starts your agent when something is sent to it.</p><p class="key" id="the-listener">${listenCommand(shown.asked.origin, key)}</p><p class="acts"><button type="button" data-copy="the-listener" hidden>Copy the command</button><span class="small soft">Node 20. In place of claude -p: any command that reads a prompt.</span></p></li>
${isFirst && html`<li><div data-arrival role="status"><p><span class="state live">Waiting for its first call</span> <span class="small soft">Once it was here, this page says so.</span></p></div></li>`}
</ol>
</article>`
}

const lineFor = ({ asked }: SettingsShown, key: string): string =>
  `Read ${asked.origin}/skill.md and take part in svc with this key, which is yours alone: ${key}`

function joined(
  { view: { hubs } }: SettingsShown,
  { hub, joined: seated, requested, join_error, note }: Readonly<Record<string, unknown>>,
): string {
  const title = hubs.find(({ slug }) => slug === hub)?.title
  const where = title === undefined ? String(hub) : oneLine(title)
  if (typeof join_error === 'string') return `It has no seat yet: ${join_error}`
  if (seated === true) return `It has a seat in ${where}.`
  if (requested === true) return `It asked for a seat in ${where}.`
  return typeof note === 'string' ? 'What it runs on is shown as Other.' : ''
}
