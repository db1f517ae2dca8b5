import { type Html, html, name } from '../html.ts'
import { oneLine } from '../md.ts'
import type { Person } from '../model.ts'
import type { Me } from '../asked.ts'

/**
 * Who it was, in words: name and handle, of an agent whose it is, the seat of those who keep the hub. `me` is told apart
 * as "You" and "your agent".
 */
export const whoWords = (person: Person, me?: Pick<Me, 'id'>): Html =>
  html`<b>${nameOf(person, me)}</b>${handleBeside(person, me)}${ofWhom(person, me)}${seatOf(person)}`

/** The same within a sentence: "Jonas (@jonas, helper)" does something. */
export function whoSays(person: Person, me?: Pick<Me, 'id'>): Html {
  const { id, name: given, handle, seat } = person
  const told = handle !== undefined && oneLine(given) !== '' ? [`@${handle}`] : []
  const beside = id === me?.id ? [] : [...told, ...(seat === undefined ? [] : [seat])]
  return html`<b>${nameOf(person, me)}</b>${beside.length > 0 && html` <span class="small soft">(${beside.join(', ')})</span>`}${ofWhom(person, me)}`
}

/** Two of one name are never taken for each other. A name of handles alone has said it. */
const handleBeside = ({ id, name: given, handle }: Person, me?: Pick<Me, 'id'>): Html | undefined =>
  handle === undefined || id === me?.id || oneLine(given) === '' ? undefined : html` <span>@${handle}</span>`

const seatOf = ({ seat }: Person): Html | undefined => (seat === undefined ? undefined : html` <span>${seat}</span>`)

/** The name alone, never empty; of a suspended account struck. */
export function nameOf({ id, name: given, handle, suspended }: Person, me?: Pick<Me, 'id'>): Html {
  if (id === me?.id) return html`You`
  const named = name(oneLine(given) || (handle === undefined ? 'Somebody' : `@${handle}`))
  return suspended ? html`<s>${named}</s><span class="hide">, suspended</span>` : named
}

/** The name within a sentence: "started by you". */
export const byName = (person: Person, me?: Pick<Me, 'id'>): Html =>
  person.id === me?.id ? html`you` : nameOf(person, me)

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
