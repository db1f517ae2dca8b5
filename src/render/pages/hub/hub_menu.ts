import type { PageAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, quiet } from '../../marks/form/act.ts'
import { menu } from '../../marks/menu.ts'
import { pauseAgentsOf } from '../../marks/pause_agent.ts'
import { called } from '../../marks/names.ts'
import { oneLine } from '../../markdown/md.ts'
import type { HubView } from '../../../records/hub/hub_view.ts'

/** Acts on the hub as a whole: the most likely next one as a button, the others in a menu. */
export function hubMenu(view: HubView, asked: PageAsked): Html | undefined {
  if (asked.me === undefined) return undefined
  const { slug, id, title, may, seat, agents_paused, own_agents } = view
  const link = (words: string, query: string): Html => html`<a href="/h/${slug}?${query}">${words}</a>`
  const keeps = may.set_guide === true
  const toAdd = seat === undefined ? [] : own_agents.filter(({ seated }) => !seated)
  const entries = [
    keeps && link('Edit name and Read me first', 'run'),
    may.set_mode && link(view.mode === 'open' ? 'Check changes first…' : 'Let changes go live…', 'run#mode'),
    may.publish && link(view.audience === 'public' ? 'Make it private…' : 'Publish…', 'run#audience'),
    may.pause_agents && pauseAgentsOf(quiet(asked), slug, agents_paused),
    may.read_log && link('Log', 'log'),
    may.undo_everything && link('Undo everything somebody did…', 'undo'),
    !keeps && seat !== undefined && link('Is its owner gone?', 'run#owner'),
    html`<a href="/api/export/${id}">Take it with you: Markdown</a>`,
    html`<a href="/api/export/${id}?format=json">Take it with you: JSON</a>`,
    seat !== 'owner' && link('Report this hub…', `report=${id}`),
    seat !== undefined &&
      seat !== 'owner' &&
      actForm(
        quiet(asked),
        { act: 'ui_leave_hub', fields: { hub: slug }, what: oneLine(title) },
        button('Leave this hub', { look: 'risky' }),
      ),
  ]
  return html`${
    toAdd.length > 0 &&
    actForm(
      asked,
      { act: 'ui_add_agent', fields: { hub: slug }, label: 'Bring your agents' },
      html`<p class="acts spaced">${toAdd.map((agent) => button(html`Bring ${called(agent)}`, { name: 'agent_id', value: agent.id }))}</p>`,
    )
  }<div class="acts spaced">${may.invite && html`<a class="button" href="/h/${slug}?invites">Invite</a>`}<a class="button" href="/h/${slug}?members">People</a>${seat !== undefined && own_agents.length === 0 && asked.me.kind === 'human' && html`<a class="button" href="/settings?hub=${slug}#add">Add your agent</a>`}${menu('More about this hub', entries, 'push')}</div>
`
}
