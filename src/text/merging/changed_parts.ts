import { diffArrays } from 'diff'
import { reads } from '../../rules/limits.ts'

interface Parts {
  /** the lines of a table that name its columns */
  readonly head?: string
  /** the rows of a table, or the items of a list with what belongs to each */
  readonly parts: readonly string[]
}

interface ChangedParts {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** beyond this many differences it counts as rewritten */
const mostSteps = 300

/**
 * The rows or items in which a long table or list differs, below the head of the table. Undefined where it is told whole: a
 * short one, prose, what became something else, and what only moved.
 */
export function changedParts(before: string, after: string): ChangedParts | undefined {
  if (before === after) return undefined
  if (Math.max(...[before, after].map((text) => text.split('\n').length)) <= reads.pad.changedWhole) return undefined
  const [was, is] = [partsOf(before), partsOf(after)]
  if (!was || !is || (was.head === undefined) !== (is.head === undefined)) return undefined
  const differences = diffArrays([...was.parts], [...is.parts], { maxEditLength: mostSteps })
  if (!differences) return undefined
  const [gone, come] = [differences.filter(({ removed }) => removed), differences.filter(({ added }) => added)]
  // a head on both sides, also above no row: a table whose row is gone stands
  const told = (head: string | undefined, changed: typeof gone): readonly string[] => [
    ...(head === undefined ? [] : [head]),
    ...changed.flatMap(({ value }) => value),
  ]
  return { before: told(was.head, gone), after: told(is.head, come) }
}

/** Whether it is the line below the head of a table. Cell by cell: one expression for all would try long spaces over and over. */
const delimits = (line: string): boolean =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .every((cell) => /^:?-+:?$/.test(cell.trim()))

const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/

function partsOf(text: string): Parts | undefined {
  const lines = text.split('\n')
  const [first = '', second = ''] = lines
  if (first.includes('|') && second.includes('|') && delimits(second))
    return { head: `${first}\n${second}`, parts: lines.slice(2) }
  const indent = item.test(first) ? first.search(/\S/) : -1
  if (indent < 0) return undefined
  const parts: string[] = []
  for (const line of lines) {
    const begins = item.test(line) && line.search(/\S/) <= indent
    if (begins) parts.push(line)
    else parts.push(`${parts.pop() ?? ''}\n${line}`)
  }
  return { parts }
}
