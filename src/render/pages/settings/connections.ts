import { browserNamed } from '../../../text/names/browser_named.ts'
import { mcpUrl } from '../../../rules/endpoints.ts'
import type { AccountConnection } from '../../../records/account.ts'
import { type Html, html, name } from '../../html.ts'
import { actForm, button } from '../../marks/form/act.ts'
import { state } from '../../marks/state.ts'
import { day, section, type SettingsShown, when } from './settings_section.ts'

/** Chat assistants and browsers with access as this person. Agents' keys are listed with their agents. */
export function connectionsSection(shown: SettingsShown): Html {
  const { connections } = shown.view.account
  const own = connections.filter(({ kind }) => kind === 'oauth' || kind === 'session')
  const keys = connections.filter(
    ({ kind, agent_id }) =>
      kind !== 'oauth' && kind !== 'session' && (agent_id === undefined || !hasCard(shown, agent_id)),
  )
  const ordered = [
    ...own.filter(({ kind }) => kind === 'oauth'),
    ...own.filter(({ kind }) => kind === 'session'),
    ...keys,
  ]
  return section(
    'where',
    'Where you are connected',
    html`<ul class="list">${ordered.map((one) => line(shown, one))}</ul>${own.some(({ kind, current }) => kind === 'session' && !current) && everywhere}${(shown.asked.me?.kind ?? 'human') === 'human' && howToConnect(shown)}`,
  )
}

/** Such a host needs no key, and whoever looks for its way in would make an agent. */
const howToConnect = ({ asked }: SettingsShown): Html => html`
<details class="spaced"><summary>Connect Claude, ChatGPT or another chat assistant</summary><div class="stack"><p>Give it this address, as a connector. It leads you here to say yes, and needs no key.</p><p class="key" id="the-address">${mcpUrl(asked.origin)}</p><p class="acts"><button type="button" data-copy="the-address" hidden>Copy the address</button></p></div></details>`

const everywhere = html`
<form class="acts spaced" method="post" action="/signout"><input type="hidden" name="everywhere" value="1"><button class="plain risky">Sign out in every browser</button></form>`

const hasCard = ({ view }: SettingsShown, agent: string): boolean => view.account.agents.some(({ id }) => id === agent)

function line(shown: SettingsShown, one: AccountConnection): Html {
  const called = oneName(one)
  const verified =
    one.kind === 'oauth' && (one.verified_host ? state('good', 'verified') : state('open', 'not verified'))
  return html`<li><div class="grow"><p class="row"><b>${called}</b> ${verified}</p><p>${about(one)}</p></div>${
    one.current
      ? html`<form method="post" action="/signout"><button class="plain">Sign out</button></form>`
      : actForm(
          shown.asked,
          { act: 'revoke', fields: { credential_id: one.credential_id, back: 'where' }, what: endedAs(one) },
          button('End', { look: 'plain risky' }),
        )
  }</li>`
}

function oneName({ kind, current, host, label }: AccountConnection): Html {
  if (current) return html`This browser`
  if (kind === 'oauth') return name(label ?? host ?? 'A chat assistant')
  if (kind === 'session') return html`Another browser`
  return html`A key of a sub-agent`
}

/** What is ended, in a sentence. */
const endedAs = ({ kind, host, label }: AccountConnection): string =>
  kind === 'oauth'
    ? `the connection of ${label ?? host ?? 'a chat assistant'}`
    : kind === 'session'
      ? 'the session of another browser'
      : 'a key of a sub-agent'

function about({ kind, current, host, label, scopes, last_used_at, expires_at }: AccountConnection): Html {
  const may = scopes.includes('svc:write')
    ? 'It may read and write for you, and as your agents. It cannot decide without your click.'
    : 'It may read for you.'
  // the use that shows this page is noted after it
  const unused = current ? 'used now' : 'never used'
  const used = last_used_at === undefined ? unused : html`last used ${when(last_used_at)}`
  if (kind === 'oauth') return html`${may} ${host !== undefined && html`From ${name(host)}, `}${used}.`
  return html`${label !== undefined && html`${name(browserNamed(label))}, `}${used}, until ${day(expires_at)}`
}
