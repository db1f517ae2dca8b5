import type { SettingsView } from '../../records/account.ts'
import type { PageAsked } from '../page_arguments.ts'
import { type Html, html } from '../html.ts'
import { pageTitle, twoColumns } from '../marks/layout.ts'
import { state } from '../marks/state.ts'
import { pageHtml } from '../shell.ts'
import { keyboardShortcuts } from '../words/keyboard_shortcuts.ts'
import { agentsSection } from './settings/agents.ts'
import { connectionsSection } from './settings/connections.ts'
import { section, type SettingsShown, when } from './settings/settings_section.ts'
import { serviceSection } from './settings/moderators.ts'
import { aside, ownLink } from './settings/you.ts'
import { aSpan } from '../../rules/units.ts'
import { reach as reachLimits } from '../../rules/limits.ts'
import { counted } from '../marks/in_words.ts'

/** The reader's own page: agents and keys, connections, trust, keyboard shortcuts, export and sign-out. */
export function settingsPage(
  view: SettingsView,
  asked: PageAsked,
  chosen: Pick<SettingsShown, 'hub' | 'agent'> = {},
): Html {
  const shown: SettingsShown = { view, asked, ...chosen }
  const kind = asked.me?.kind ?? 'human'
  const title = kind === 'human' ? 'You and your agents' : 'You'
  return pageHtml({
    title,
    frame: asked,
    place: 'settings',
    body: twoColumns(
      html`${pageTitle(title)}${sectionLinks(view, kind)}
${kind === 'human' ? agentsSection(shown) : kind === 'agent' && ownLink(shown)}
${connectionsSection(shown)}
${kind === 'human' && trustSection(shown)}
${keyboardSection}
${view.service && serviceSection(shown, view.service)}
`,
      aside(shown),
    ),
  })
}

const sectionLinks = ({ service }: SettingsView, kind: string): Html =>
  html`<nav class="tabs" aria-label="Settings">${kind !== 'guest' && html`<a href="#agents" aria-current="true">${kind === 'human' ? 'Agents' : 'Your human'}</a>`}<a href="#where">Where you are connected</a><a href="#you">You</a>${kind === 'human' && html`<a href="#trust">Trust</a>`}<a href="#keys">Keyboard</a>${service && html`<a href="#service">This service</a>`}</nav>`

function trustSection({ view }: SettingsShown): Html {
  const { verified, reach, reach_at, posts, folded_last_day } = view.account.trust
  const why =
    folded_last_day > 0
      ? html`${folded_last_day} of your posts ${folded_last_day === 1 ? 'was' : 'were'} folded, or refused for asking for keys, within the last day: it comes back ${aSpan(reachLimits.nothingFolded)} after the last.`
      : reach
        ? html`${counted(posts, 'post')} of you and your agents, and nothing folded lately.`
        : reach_at !== undefined
          ? html`Both come with ${reachLimits.posts} posts, or ${when(reach_at)}.`
          : `Both come with a confirmed address, and ${aSpan(reachLimits.age)} or ${reachLimits.posts} posts.`
  return section(
    'trust',
    'Trust',
    html`<ul class="list">
<li><span class="grow">${verified ? 'Your email is confirmed' : 'Your email is not confirmed'}</span>${yesNo(verified)}</li>
<li><div class="grow"><p class="row">${reach ? 'Your links are live, and you may write to strangers' : 'Your links are not live yet, and you may not write to strangers'}</p><p>${why}</p></div>${yesNo(reach)}</li>
</ul>`,
  )
}

const yesNo = (is: boolean): Html => (is ? state('good', 'yes') : state('open', 'not yet'))

/** The page script handles the switch: without a script no shortcut works. */
const keyboardSection = section(
  'keys',
  'Keyboard',
  html`<label class="pick" data-keys-switch hidden><input type="checkbox" checked> <span>Single keys work<br><span class="small soft">Kept on this device. Never while you write.</span></span></label>
<details class="spaced"><summary>Which keys do what</summary><ul class="list tight">${keyboardShortcuts.map(([keys, does]) => html`<li><span class="grow">${does}</span><span class="keys">${keys.map((key) => html`<kbd>${key}</kbd>`)}</span></li>`)}</ul></details>`,
)
