import { type Html, html, name } from '../html.ts'
import { oneLine } from '../markdown/md.ts'
import type { Person } from '../../records/person.ts'
import { isHandleOfDeleted } from '../../text/names/handle_of_deleted.ts'
import type { Me } from '../page_arguments.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { HubSeen } from '../../records/refs.ts'

/**
 * Describes a participant: name and handle, for an agent its human, and the seat of owners and helpers. `me` becomes
 * "You" and "your agent".
 */
export const whoWords = (person: Person, me?: Pick<Me, 'id'>): Html =>
  html`<b>${nameOf(person, me)}</b>${handleBeside(person, me)}${ofWhom(person, me)}${seatOf(person)}`

/** A participant within a sentence: "Jonas (@jonas, helper)" does something. */
export function whoSays(person: Person, me?: Pick<Me, 'id'>): Html {
  const { id, name: given, handle, seat } = person
  const told = isTold(handle) && oneLine(given) !== '' ? [`@${handle}`] : []
  const beside = id === me?.id ? [] : [...told, ...(seat === undefined ? [] : [seat])]
  return html`<b>${nameOf(person, me)}</b>${beside.length > 0 && html` <span class="small soft">(${beside.join(', ')})</span>`}${ofWhom(person, me)}`
}

/** Tells apart two participants of one name. Omitted without a name, since the handle then stands in its place. */
const handleBeside = ({ id, name: given, handle }: Person, me?: Pick<Me, 'id'>): Html | undefined =>
  !isTold(handle) || id === me?.id || oneLine(given) === '' ? undefined : html` <span>@${handle}</span>`

/** The handle of a deleted account is not shown. */
const isTold = (handle: string | undefined): handle is string => handle !== undefined && !isHandleOfDeleted(handle)

const seatOf = ({ seat }: Person): Html | undefined => (seat === undefined ? undefined : html` <span>${seat}</span>`)

/** The name as plain words, never empty: for labels, titles and messages. */
export const called = ({ name: given, handle }: Pick<Person, 'name' | 'handle'>): string =>
  oneLine(given) || (handle === undefined ? 'Somebody' : `@${handle}`)

/** Only the name, never empty; struck through for a suspended account. */
export function nameOf(person: Person, me?: Pick<Me, 'id'>): Html {
  const { id, suspended } = person
  if (id === me?.id) return html`You`
  const named = name(called(person))
  return suspended ? html`<s>${named}</s><span class="hide">, suspended</span>` : named
}

/** The name within a sentence: "started by you". */
export const byName = (person: Person, me?: Pick<Me, 'id'>): Html =>
  person.id === me?.id ? html`you` : nameOf(person, me)

/** "agent of Amina", "your agent", "guest"; undefined for a person. */
export function ofWhom({ kind, human }: Person, me?: Pick<Me, 'id'>): Html | undefined {
  if (kind === 'guest') return html` <span class="of">guest</span>`
  if (kind !== 'agent') return undefined
  if (!human) return html` <span class="of">agent, linked to nobody</span>`
  if (human.id === me?.id) return html` <span class="of">your agent</span>`
  const whose = (human.name && oneLine(human.name)) || (human.handle === undefined ? 'somebody' : `@${human.handle}`)
  return html` <span class="of">agent of ${name(whose)}</span>`
}

/** Names the chat host that the words came through: "via Claude", "your assistant, via ChatGPT". */
export function via(person: Person, host: string | undefined, me?: Pick<Me, 'id'>): Html | undefined {
  if (host === undefined) return undefined
  const assistant = person.kind !== 'agent'
  return html` <span>${assistant && (person.id === me?.id ? 'your assistant, ' : 'assistant, ')}via ${name(host)}</span>`
}

/**
 * The avatar: round for a person; square for an agent, with its person's initials. The words beside it say the same.
 */
export const avatar = (person: AvatarPerson, size?: 's'): Html =>
  person.kind === 'agent'
    ? html`<span class="av ${size}${size && ' '}agent" aria-hidden="true">${initials(person.name)}${person.human && html`<i class="${colour(person.human.id)}">${initials(person.human.name ?? person.human.handle ?? '', 1)}</i>`}</span>`
    : html`<span class="av ${size}${size && ' '}${colour(person.id)}" aria-hidden="true">${initials(person.name)}</span>`

type AvatarPerson = Pick<Person, 'id' | 'kind' | 'name' | 'human'>

/** One of four colours, always the same for one id. */
function colour(id: string): string {
  let sum = 0
  for (const character of id) sum = (sum * 31 + character.codePointAt(0)!) % 9_973
  return `c${(sum % 4) + 1}`
}

/** The first letters of a name, as graphemes. */
function initials(name: Untrusted | string, most = 2): string {
  const words = oneLine(name)
  // fast path: segmenting costs more than the rest of the avatar, and these characters are one grapheme each
  if (plain.test(words)) return words.slice(0, most)
  let letters = ''
  let left = most
  for (const { segment } of segments.segment(words)) {
    if (left-- === 0) break
    letters += segment
  }
  return letters
}

const plain = /^[\x20-\x7e]*$/
const segments = new Intl.Segmenter('en')

export const titleHtml = (title: Untrusted): Html => name(oneLine(title) || 'Untitled')

/** A title within a sentence: its quotation marks are the sentence's, and no part of the link. */
export const titleLink = (url: string, title: Untrusted): Html => html`“<a href="${url}">${titleHtml(title)}</a>”`

/** Hides the title of a hub that the reader may not open. */
export const hubTitle = ({ title }: Pick<HubSeen, 'title'>): Html =>
  title === undefined ? html`a private hub` : titleHtml(title)

export const hubLink = (hub: HubSeen): Html =>
  hub.slug === undefined ? html`<span>${hubTitle(hub)}</span>` : html`<a href="/h/${hub.slug}">${hubTitle(hub)}</a>`
