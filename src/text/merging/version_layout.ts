import { longestIncreasing } from './longest_increasing.ts'

/** One block of a version; a layout lists them in order. The text is stored once per block and rev. */
export interface Entry {
  readonly id: string
  readonly rev: number
}

/** A whole layout, or only the splices against the version before, so that a small edit stores little. */
export interface StoredLayout {
  readonly whole: boolean
  readonly layout: string
}

const entryText = ({ id, rev }: Entry): string => `${id}.${rev.toString(36)}`

function read(entry: string): Entry {
  const [id = '', rev = ''] = entry.split('.')
  return { id, rev: Number.parseInt(rev, 36) }
}

const wholeOf = (entries: readonly Entry[]): string => entries.map(entryText).join(' ')
const entriesOf = (text: string): Entry[] => (text === '' ? [] : text.split(' ').map(read))

/**
 * Returns what to store for the next version. `since` counts the characters of splices since the last whole layout.
 * Once they outgrow it a whole one is stored, so that reading a version reads at most about twice its layout.
 */
export function layoutToStore(
  before: readonly Entry[],
  after: readonly Entry[],
  since: number,
): StoredLayout & { readonly since: number } {
  const splices = splicesOf(before, after)
  const whole = wholeOf(after)
  return since + splices.length > whole.length
    ? { whole: true, layout: whole, since: 0 }
    : { whole: false, layout: splices, since: since + splices.length + 8 }
}

export const firstLayout = (entries: readonly Entry[]): StoredLayout & { readonly since: number } => ({
  whole: true,
  layout: wholeOf(entries),
  since: 0,
})

/** Returns the next version's layout. A version is read by applying this from the last whole layout on. */
export const layoutAfter = (before: readonly Entry[], { whole, layout }: StoredLayout): Entry[] =>
  whole ? entriesOf(layout) : spliced(before, layout)

/** `index,removed,entries` per splice; indices refer to the layout before. */
function splicesOf(before: readonly Entry[], after: readonly Entry[]): string {
  const places = new Map(before.map((entry, place) => [entryText(entry), place]))
  const known = after.flatMap((entry, to) => {
    const from = places.get(entryText(entry))
    return from === undefined ? [] : [{ from, to }]
  })
  const kept = longestIncreasing(known.map(({ from }) => from))
  const anchors = [...known.filter((_, n) => kept.has(n)), { from: before.length, to: after.length }]
  const splices: string[] = []
  let [from, to] = [0, 0]
  for (const anchor of anchors) {
    if (anchor.from > from || anchor.to > to) {
      splices.push(`${from},${anchor.from - from},${wholeOf(after.slice(to, anchor.to))}`)
    }
    from = anchor.from + 1
    to = anchor.to + 1
  }
  return splices.join(';')
}

function spliced(before: readonly Entry[], splices: string): Entry[] {
  if (splices === '') return [...before]
  const after: Entry[] = []
  let at = 0
  for (const splice of splices.split(';')) {
    const [place, removed, entries] = splice.split(',')
    after.push(...before.slice(at, Number(place)), ...entriesOf(entries ?? ''))
    at = Number(place) + Number(removed)
  }
  after.push(...before.slice(at))
  return after
}
