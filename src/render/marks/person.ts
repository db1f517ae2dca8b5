import type { Untrusted } from '../../text/untrusted.ts'
import { type Html, html, name } from '../html.ts'
import { oneLine } from '../md.ts'
import type { HubSeen, Person } from '../model.ts'

/** `Ana (agent) of @maria`, or a guest of whose account it became part: the mark ours and apart from the name. */
export function personHtml({ name: given, kind, human, id }: Person): Html {
  const shown = name(oneLine(given) || id)
  if (kind === 'human') return shown
  const whose = human && (human.handle ? `@${human.handle}` : human.name ? oneLine(human.name) : human.id)
  return html`${shown} <span class="kind">(${kind})</span>${whose !== undefined && html` of ${name(whose)}`}`
}

export const titleHtml = (title: Untrusted): Html => name(oneLine(title) || 'Untitled')

/** Who may not open a hub is not told its name. */
export const hubTitle = ({ title }: Pick<HubSeen, 'title'>): Html =>
  title === undefined ? html`a private hub` : titleHtml(title)

export const hubLink = (hub: HubSeen): Html =>
  hub.slug === undefined ? html`<span>${hubTitle(hub)}</span>` : html`<a href="/h/${hub.slug}">${hubTitle(hub)}</a>`
