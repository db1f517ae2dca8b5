/** A line of text with its inline tags, or a whole table row. */
export interface Unit {
  readonly kind: 'tr' | 'li' | 'p'
  readonly html: string
  /** the words and inner tags, which are compared */
  readonly text: string
}

const inline = new Set(['a', 'b', 'bdi', 'br', 'code', 'del', 'em', 'i', 'img', 'input', 'ins', 's', 'span', 'strong'])
const piece = /<[^>]*>|[^<]+/g

/** Splits markup into block tags, and between them the units to compare. */
export function partsOf(html: string): (string | Unit)[] {
  const parts: (string | Unit)[] = []
  let line = ''
  let row: string | undefined
  let holder: Unit['kind'] = 'p'
  const finish = (): void => {
    // whitespace between tags is no line
    if (line.trim() === '') parts.push(...(line === '' ? [] : [line]))
    else parts.push({ kind: holder, html: line, text: line })
    line = ''
  }
  for (const [found] of html.matchAll(piece)) {
    const tag = /^<\/?([a-z0-9]+)/.exec(found)?.[1]
    if (row !== undefined) {
      row += found
      if (found === '</tr>') {
        parts.push({ kind: 'tr', html: row, text: row })
        row = undefined
      }
    } else if (found.startsWith('<tr')) {
      finish()
      row = found
    } else if (tag === undefined || inline.has(tag)) line += found
    else {
      finish()
      parts.push(found)
      holder = found === '<li>' || found.startsWith('<li ') ? 'li' : 'p'
    }
  }
  finish()
  return parts
}

export const unitsOf = (html: string): Unit[] => partsOf(html).filter((part): part is Unit => typeof part !== 'string')
