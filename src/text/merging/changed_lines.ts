import { changedParts } from './changed_parts.ts'

interface Sides {
  readonly before?: string
  readonly after?: string
}

/** Renders a paragraph before and after a change as removed (`-`) and added (`+`) lines. */
export const changedLines = (sides: Sides): string => linesOf(sides).join('\n')

/**
 * Renders several changed paragraphs so. Where one ends and the next begins with the same mark, an empty line stands
 * between them, as in the pad: without it they would read as one paragraph, or as a row of the table before them.
 */
export function changedParagraphs(all: readonly Sides[]): string {
  const lines: string[] = []
  for (const sides of all) {
    const own = linesOf(sides)
    const [mark] = own[0] ?? ''
    if (mark !== undefined && lines.at(-1)?.startsWith(mark)) lines.push(`${mark} `)
    lines.push(...own)
  }
  return lines.join('\n')
}

function linesOf({ before, after }: Sides): string[] {
  if (before === undefined) return after === undefined ? [] : marked('+', after)
  if (after === undefined) return marked('-', before)
  const parts = changedParts(before, after)
  return parts
    ? [...parts.before.flatMap((part) => marked('-', part)), ...parts.after.flatMap((part) => marked('+', part))]
    : [...marked('-', before), ...marked('+', after)]
}

const marked = (mark: '+' | '-', text: string): string[] => text.split('\n').map((line) => `${mark} ${line}`)
