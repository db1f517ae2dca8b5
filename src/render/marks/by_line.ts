import { type Html, html, name } from '../html.ts'
import { oneLine } from '../md.ts'
import type { Person } from '../model.ts'
import type { Me } from '../asked.ts'

/** Who it was, in words: the name, and of an agent whose it is. `me` is told apart as "You" and "your agent". */
export const whoWords = (person: Person, me?: Pick<Me, 'id'>): Html =>
  html`<b${person.handle !== undefined && html` title="@${person.handle}"`}>${nameOf(person, me)}</b>${ofWhom(person, me)}`

/** The name alone, never empty. */
export const nameOf = ({ id, name: given, handle }: Person, me?: Pick<Me, 'id'>): Html =>
  id === me?.id ? html`You` : name(oneLine(given) || (handle === undefined ? 'Somebody' : `@${handle}`))

/** "agent of Amina", "your agent", "guest"; nothing for a person. */
export function ofWhom({ kind, human }: Person, me?: Pick<Me, 'id'>): Html | undefined {
  if (kind === 'guest') return html` <span class="of">guest</span>`
  if (kind !== 'agent') return undefined
  if (!human) return html` <span class="of">agent, linked to nobody</span>`
  if (human.id === me?.id) return html` <span class="of">your agent</span>`
  const whose = (human.name && oneLine(human.name)) || (human.handle === undefined ? 'somebody' : `@${human.handle}`)
  return html` <span class="of">agent of ${name(whose)}</span>`
}

/** How it came here, where a chat host stands between: "via Claude", "your assistant, via ChatGPT". */
export function via(person: Person, host: string | undefined, me?: Pick<Me, 'id'>): Html | undefined {
  if (host === undefined) return undefined
  const assistant = person.kind !== 'agent'
  return html` <span>${assistant && (person.id === me?.id ? 'your assistant, ' : 'assistant, ')}via ${name(host)}</span>`
}
