import type { Person } from '../../records/person.ts'
import { reads } from '../../rules/limits.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import { type Html, html } from '../html.ts'
import { asWrittenBy } from '../link_labels.ts'
import { oneLine } from '../markdown/md.ts'
import { newTitle, onlyMoves, sidesOf } from './change.ts'

interface Edited {
  readonly by?: Pick<Person, 'reach'>
  /** a new title of the pad */
  readonly title?: Untrusted
  /** lines that begin with + or -; absent where no words change */
  readonly changed?: Untrusted
  readonly changed_cut?: boolean
}

/** The first change of an edit with a few words around it, so that it is not answered or undone unseen. */
export function firstChange({ by, title, changed, changed_cut }: Edited): Html {
  if (title !== undefined) return newTitle(title)
  if (changed === undefined) return onlyMoves
  const [{ before, after } = {}, ...others] = sidesOf(changed)
  const [was, is] = [before, after].map((side) => wordsOf(side, by)) as [string[], string[]]
  const start = alike(was, is)
  const end = Math.min(alike(was.toReversed(), is.toReversed()), Math.min(was.length, is.length) - start)
  const part = (side: readonly string[]): string => shortened(side.slice(start, side.length - end))
  const [out, into] = [part(was), part(is)]
  const lead = [...(start > wordsAround ? ['…'] : []), ...was.slice(Math.max(0, start - wordsAround), start)].join(' ')
  const following = was.slice(was.length - end)
  const rest = [...following.slice(0, wordsAround), ...(end > wordsAround ? ['…'] : [])].join(' ')
  const more = others.length > 0 || changed_cut === true
  return html`<p>${lead} ${out !== '' && html`<del>${out}</del> `}${into !== '' && html`<ins>${into}</ins> `}${rest}${more && ' There is more of it.'}</p>`
}

const wordsAround = 4
const partCharacters = 160

/** Its words; links of an author without reach are labels. */
const wordsOf = (side: string | undefined, by: Edited['by']): string[] =>
  side === undefined
    ? []
    : oneLine(asWrittenBy({ reach: by?.reach === true }, untrusted(side)), reads.waits.changeCharacters).split(' ')

const shortened = (part: readonly string[]): string => {
  const all = part.join(' ')
  return all.length > partCharacters ? `${all.slice(0, partCharacters).trimEnd()} …` : all
}

/** How many begin alike. */
function alike(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((word, n) => word !== other[n])
  return at < 0 ? Math.min(one.length, other.length) : at
}
