import { type Untrusted, untrusted, words } from '../../text/untrusted.ts'
import type { Fragment } from '../body.ts'
import { type Html, html, markup, name } from '../html.ts'
import { oneLine } from '../markdown/md.ts'

/** An edit's changes word by word: the paragraphs it touches, with removals and additions. */

interface Change {
  /** identifies the edit and, when it can change, its version */
  readonly key: string
  /** lines that begin with + or - */
  readonly changed: Untrusted
  /** the text was cut */
  readonly cut?: boolean | undefined
  /** the author has no reach: links become labels */
  readonly labels?: boolean
  readonly origin: string
}

/** What an edit suggests, to be answered: a new title of its pad, other words, or only another order. */
export const suggestedHtml = (
  { title, changed, ...change }: Omit<Change, 'changed'> & { readonly title?: Untrusted; readonly changed?: Untrusted },
  fragment: Fragment,
): Html =>
  html`${title !== undefined && newTitle(title)}${changed !== undefined && changeHtml({ ...change, changed }, fragment)}${title === undefined && changed === undefined && onlyMoves}`

export const newTitle = (title: Untrusted): Html => html`<p>New title: <ins>${name(oneLine(title))}</ins></p>`

export const onlyMoves = html`<p>It moves paragraphs, and changes no words.</p>`

/** lines shown at once */
const linesShown = 12

export function changeHtml(change: Change, fragment: Fragment): Html {
  const { key, changed, cut, labels = true, origin } = change
  const shown = sidesOf(changed).map(({ before, after }, n) =>
    markup(
      fragment({
        key: `${key}:${n}`,
        text: untrusted(after ?? ''),
        was: untrusted(before ?? ''),
        as: 'html',
        labels,
        origin,
        under: 3,
      }),
    ),
  )
  const all = html`<div class="diff">${shown}${cut && html`<p class="small soft">There is more of it.</p>`}</div>`
  const lines = words(changed).split('\n').length
  return lines <= linesShown
    ? all
    : html`<details><summary>What it changes, in ${lines} lines</summary>${all}</details>`
}

interface Sides {
  readonly before?: string
  readonly after?: string
}

/** Groups such lines into paragraphs: each removed paragraph with the one that replaced it. */
export function sidesOf(changed: Untrusted): readonly Sides[] {
  const sides: { before?: string; after?: string }[] = []
  let mark = ''
  for (const line of words(changed).split('\n')) {
    const side = line.startsWith('+') ? 'after' : 'before'
    let last = sides.at(-1)
    if (!last || (mark === 'after' && side === 'before')) sides.push((last = {}))
    const said = line.slice(2)
    last[side] = last[side] === undefined ? said : `${last[side]}\n${said}`
    mark = side
  }
  return sides
}
