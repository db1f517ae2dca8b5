/** A row of the specification: a row of a table, an item of a list, or a sentence. */
export interface Row {
  /** the headings above it, joined */
  readonly section: string
  /** as it is compared: lower case, without marks */
  readonly words: string
}

/** The rows of a specification in Markdown, in its order. What says that it is not shown is no row. */
export function rowsOf(markdown: string): readonly Row[] {
  const rows: Row[] = []
  const headings: string[] = []
  const lines = markdown.split('\n')
  let fenced = false
  for (const [at, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    const heading = /^(#+) (.*)$/.exec(line)
    if (heading) {
      const level = (heading[1] as string).length
      headings.length = Math.max(0, level - 2)
      if (level > 1) headings.push(heading[2] as string)
      continue
    }
    if (fenced || line.trim() === '' || /^\|[\s|:-]+\|$/.test(line)) continue
    // what names the columns
    if (line.startsWith('|') && /^\|[\s|:-]+\|$/.test(lines[at + 1] ?? '')) continue
    const section = headings.join(' / ')
    for (const text of line.startsWith('|') || /^\s*(?:[-*]|\d+\.) /.test(line) ? [line] : sentencesOf(line)) {
      const words = wordsOf(text)
      if (words !== '' && !words.endsWith('not shown')) rows.push({ section, words })
    }
  }
  return rows
}

const sentencesOf = (line: string): readonly string[] => line.split(/(?<=\.) (?=[A-Z`{])/)

export const wordsOf = (text: string): string =>
  text
    .replace(/^\s*(?:[-*]|\d+\.) /, '')
    .replace(/[|`*_"“”'’\\]/g, ' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:;,]+$/, '')

/** As few first words as tell a row from the others of its section. */
export function shortened(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => {
    const all = row.words.split(' ')
    const others = rows.filter((other) => other !== row && other.section === row.section)
    for (let count = Math.min(fewest, all.length); count < all.length; count++) {
      const words = all.slice(0, count).join(' ')
      if (!others.some((other) => other.words.startsWith(words))) return { section: row.section, words }
    }
    return row
  })
}

const fewest = 4

/** The rows that a name means: its first words, and behind ` > ` where the same words begin rows of two sections. */
export function named(rows: readonly Row[], name: string): readonly Row[] {
  const [section, first] = name.includes(' > ') ? name.split(' > ', 2) : ['', name]
  const words = wordsOf(first ?? '')
  const under = wordsOf(section ?? '')
  const inSection = rows.filter((row) => under === '' || wordsOf(row.section).includes(under))
  const exact = inSection.filter((row) => row.words === words)
  if (exact.length > 0) return exact
  return inSection.filter((row) => row.words.startsWith(words) || words.startsWith(`${row.words} `))
}
