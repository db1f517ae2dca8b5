import { diffArrays } from 'diff'
import type { Unit } from './changed_units.ts'
import { tokensOf } from './changed_words.ts'

export interface Step {
  /** a unit of the old text that was removed */
  readonly gone?: Unit
  /** of a unit of the new text: its old text; absent when it was added */
  readonly was?: string
}

/** beyond this many differences two texts have nothing in common worth showing */
const mostSteps = 300

/** Returns the steps from the old units to the new ones, in order: one for each new unit and one for each removed unit. */
export function* stepsBetween(before: readonly Unit[], after: readonly Unit[]): Generator<Step, undefined> {
  const parts = diffArrays(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
    { maxEditLength: mostSteps },
  )
  let [from, to] = [0, 0]
  let gone: Unit[] = []
  let come: Unit[] = []
  for (const { added: isAdded, removed, value } of parts ?? []) {
    if (removed) gone.push(...before.slice(from, (from += value.length)))
    else if (isAdded) come.push(...after.slice(to, (to += value.length)))
    else {
      yield* paired(gone, come)
      gone = []
      come = []
      for (const was of value) yield { was }
      from += value.length
      to += value.length
    }
  }
  yield* parts ? paired(gone, come) : paired(before, after)
  return undefined
}

/** from 0 to 1: below this a line counts as a different one, not as the same one rewritten */
const likeness = 0.3

/** Pairs lines that were rewritten in place, in order. Of unpaired lines the removed ones come before the added ones. */
function* paired(gone: readonly Unit[], come: readonly Unit[]): Generator<Step> {
  let after = 0
  const [names, newNames] = [namesOfRows(gone), namesOfRows(come)]
  const isSameRow = (was: Unit, is: Unit): boolean =>
    newNames.has(firstCell(is)) && names.has(firstCell(was)) && firstCell(was) === firstCell(is)
  const pairs = come.map((unit) => {
    const found = gone.findIndex((was, n) => n >= after && n < after + 8 && (isSameRow(was, unit) || alike(was, unit)))
    if (found >= 0) after = found + 1
    return found
  })
  // for each unit, the index in `gone` of the next pair
  let until = gone.length
  const untils = pairs
    .toReversed()
    .map((pair) => (until = pair < 0 ? until : pair))
    .toReversed()
  let next = 0
  for (const [n, pair] of pairs.entries()) {
    for (; next < (untils[n] as number); next++) yield { gone: gone[next] as Unit }
    yield pair < 0 ? {} : { was: (gone[next++] as Unit).text }
  }
  for (const one of gone.slice(next)) yield { gone: one }
}

function alike(was: Unit, is: Unit): boolean {
  if ((was.kind === 'tr') !== (is.kind === 'tr')) return false
  const [a, b] = [was, is].map(({ text }) => tokensOf(text).filter((token) => !/^(<|\s)/.test(token))) as [
    string[],
    string[],
  ]
  const left = new Map<string, number>()
  for (const token of a) left.set(token, (left.get(token) ?? 0) + 1)
  let shared = 0
  for (const token of b) {
    const count = left.get(token) ?? 0
    if (count === 0) continue
    left.set(token, count - 1)
    shared++
  }
  return (2 * shared) / Math.max(1, a.length + b.length) >= likeness
}

const firstCell = ({ kind, text }: Unit): string =>
  (kind === 'tr' && /<t[dh][^>]*>([^]*?)<\/t[dh]>/.exec(text)?.[1]?.trim()) || ''

/** First cells that only one of these rows has. Such a cell identifies its row, however many other cells changed. */
function namesOfRows(units: readonly Unit[]): ReadonlySet<string> {
  const cells = units.map(firstCell).filter(Boolean)
  const [seen, twice] = [new Set<string>(), new Set<string>()]
  for (const cell of cells) (seen.has(cell) ? twice : seen).add(cell)
  return new Set(cells.filter((cell) => !twice.has(cell)))
}
