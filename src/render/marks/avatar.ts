import type { Untrusted } from '../../text/untrusted.ts'
import { type Html, html } from '../html.ts'
import { oneLine } from '../markdown/md.ts'
import type { Person } from '../../records/person.ts'

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
