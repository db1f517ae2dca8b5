import type { Person } from '../../records/person.ts'
import { reads } from '../../rules/limits.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import { type Html, html } from '../html.ts'
import { type Run, runsOf } from '../changed/changed_words.ts'
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

/** The first changed paragraph of an edit, with a few words around what changed, so that it is not answered or undone unseen. */
export function firstChange({ by, title, changed, changed_cut }: Edited): Html {
  if (title !== undefined) return newTitle(title)
  if (changed === undefined) return onlyMoves
  const [{ before, after } = {}, ...others] = sidesOf(changed)
  const [was, is] = [before, after].map((side) => asOneLine(side, by)) as [string, string]
  const runs = runsOf(was, is)
  const shown = runs.slice(0, runsShown)
  const more = others.length > 0 || changed_cut === true || runs.length > shown.length
  return html`<p>${shown.map((run, n) => html`${n > 0 && ' '}${runShown(run, n === 0, n === runs.length - 1)}`)}${more && ' There is more of it.'}</p>`
}

const runsShown = 9
const wordsAround = 4
const partCharacters = 160

/** As one line; links of an author without reach are labels. */
const asOneLine = (side: string | undefined, by: Edited['by']): string =>
  side === undefined
    ? ''
    : oneLine(asWrittenBy({ reach: by?.reach === true }, untrusted(side)), reads.waits.changeCharacters)

/** What changed, or of what stays the words next to a change. */
function runShown({ how, tokens }: Run, isFirst: boolean, isLast: boolean): Html {
  if (how === 'removed') return html`<del>${shortened(tokens)}</del>`
  if (how === 'added') return html`<ins>${shortened(tokens)}</ins>`
  const words = tokens.filter((one) => one.trim() !== '')
  const [after, before] = [isFirst ? 0 : wordsAround, isLast ? 0 : wordsAround]
  if (words.length <= after + before) return html`${words.join(' ')}`
  return html`${[...words.slice(0, after), '…', ...words.slice(words.length - before)].join(' ')}`
}

const shortened = (tokens: readonly string[]): string => {
  const all = tokens.join('').trim()
  return all.length > partCharacters ? `${all.slice(0, partCharacters).trimEnd()} …` : all
}
