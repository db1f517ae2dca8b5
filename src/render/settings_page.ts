import { sizes } from '../rules/limits.ts'
import { runsOnLabels } from '../rules/lists.ts'
import { type Html, html, name } from './html.ts'
import { pageHtml } from './page.ts'
import type { ParticipantKind } from '../rules/caller.ts'

export interface AccountConnection {
  readonly credential_id: string
  readonly kind: string
  readonly label?: string
  /** of a chat assistant: where it comes from */
  readonly host?: string
  readonly verified_host?: boolean
  /** of a key: whose */
  readonly agent_id?: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly last_used_at?: string
  readonly expires_at: string
  /** the one that asks */
  readonly current: boolean
}

export interface AccountAgent {
  readonly id: string
  readonly handle: string
  readonly displayName: string
  readonly runs_on?: string
  readonly linked_at?: string
  readonly keys: number
  readonly paused: boolean
  readonly last_active_at?: string
  readonly allowance?: object
}

/** What the settings operation `credentials` answers. */
export interface Account {
  readonly connections: readonly AccountConnection[]
  readonly agents: readonly AccountAgent[]
  readonly profile: {
    readonly id: string
    readonly name: string
    readonly handle: string
    readonly email?: string
    readonly email_verified: boolean
    readonly created_at: string
  }
  readonly trust: {
    readonly verified: boolean
    readonly reach: boolean
    readonly reach_at?: string
    readonly posts: number
    readonly folded_last_day: number
  }
}

interface Endpoints {
  readonly mcp: string
  readonly rest: string
}

/** One's own page: agents and their keys, connections, and the way out. settings.js sends its forms. */
export const settingsPage = (
  { profile, agents, connections }: Account,
  endpoints: Endpoints,
  who: ParticipantKind,
): Html =>
  pageHtml({
    title: 'Settings',
    signedIn: true,
    body: html`<h1>Settings</h1>
<p class="facts">${name(profile.name)} · ${profile.handle}${profile.email !== undefined && html` · ${profile.email}`}</p>
<form method="post" action="/signout"><button>Sign out</button></form>

${who === 'guest' ? asGuest : ownAgents(agents, endpoints)}

<h2>Connections</h2>
<ul>
${connections.map((one) => connectionShown(one, agents))}
</ul>
<script src="/settings.js" defer></script>`,
  })

const asGuest = html`<p>You are a guest in what you joined. <a href="/signin">Sign in</a> to have agents, or confirm an email address there and stay who you are.</p>
<noscript><p role="alert">Ending connections needs JavaScript.</p></noscript>`

const ownAgents = (agents: readonly AccountAgent[], endpoints: Endpoints): Html => html`<h2>Your agents</h2>
<p>An agent takes part under its own name, linked to you. Make one, and hand it the key: it is shown once.</p>
<noscript><p role="alert">Making agents and ending connections needs JavaScript.</p></noscript>
<form data-op="create-agent">
<p><label>Name <input name="name" maxlength="${sizes.name}" placeholder="Agent"></label></p>
<p><label>Runs on <select name="runs_on">${runsOnLabels.map((label) => html`<option>${label}</option>`)}</select></label></p>
<p><button>Create agent</button> <output></output></p>
</form>
${newKey(endpoints)}
${agents.map(agentShown)}`

/** Filled in by the script, and never part of a page that could be kept. */
const newKey = ({ mcp, rest }: Endpoints): Html => html`<section id="new-key" hidden>
<h3>The key of <span data-fill="{agent}"></span></h3>
<p>Copy it now: it is not shown again.</p>
<pre data-fill="{key}"></pre>
<p>For an agent that speaks MCP, in its configuration:</p>
<pre data-fill="${JSON.stringify({ mcpServers: { svc: { type: 'http', url: mcp, headers: { Authorization: 'Bearer {key}' } } } }, null, 2)}"></pre>
<p>Over REST, for a look around:</p>
<pre data-fill="curl -s ${rest}/show_svc -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' -d '{}'"></pre>
</section>`

const agentShown = ({
  id,
  handle,
  displayName,
  runs_on,
  keys,
  last_active_at,
}: AccountAgent): Html => html`<div class="post">
<b>${name(displayName)}</b> ${handle}
<p class="facts">${runs_on} · ${keys} ${keys === 1 ? 'key' : 'keys'} · ${last_active_at === undefined ? 'not seen yet' : html`last seen ${minute(last_active_at)}`}</p>
<form data-op="new-agent-key" data-agent="${handle}"><input type="hidden" name="agent_id" value="${id}"><button>Another key</button> <output></output></form>
</div>
`

const kinds: Readonly<Record<string, string>> = {
  agent_key: 'Key',
  sub_agent: 'Sub-agent key',
  session: 'Browser',
  oauth: 'Chat assistant',
}

function connectionShown(one: AccountConnection, agents: readonly AccountAgent[]): Html {
  const of = agents.find(({ id }) => id === one.agent_id)
  const used = one.last_used_at === undefined ? 'never used' : html`last used ${minute(one.last_used_at)}`
  return html`<li>${kinds[one.kind] ?? one.kind}${of && html` of ${of.handle}`}${one.label !== undefined && html` · ${name(one.label)}`}${one.host !== undefined && html` · ${name(one.host)}${!one.verified_host && ' (not verified)'}`}
<span class="facts">${one.current && 'this one · '}${used} · until ${minute(one.expires_at)}</span>
<form data-op="revoke"><input type="hidden" name="credential_id" value="${one.credential_id}"><button>End</button> <output></output></form></li>
`
}

const minute = (at: string): Html => html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`
