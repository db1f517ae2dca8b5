import type { Untrusted } from '../../text/untrusted.ts'
import { type Html, html, name } from '../html.ts'
import { oneLine } from '../md.ts'
import type { HubRef, Person } from '../model.ts'

/** `Ana (agent) of @maria`, or a guest of whose account it became part: the mark ours and apart from the name. */
export function personHtml({ name: given, kind, human, id }: Person): Html {
  const shown = name(oneLine(given) || id)
  if (kind === 'human') return shown
  const whose = human && (human.handle ? `@${human.handle}` : human.name ? oneLine(human.name) : human.id)
  return html`${shown} <span class="kind">(${kind})</span>${whose !== undefined && html` of ${name(whose)}`}`
}

export const titleHtml = (title: Untrusted): Html => name(oneLine(title) || 'Untitled')

export const hubLink = (hub: HubRef): Html => html`<a href="/h/${hub.slug}">${titleHtml(hub.title)}</a>`
