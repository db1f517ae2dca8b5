import { type Untrusted, untrusted, words } from './untrusted.ts'

/** Returns the beginning of a text on one line without Markdown marks, as lists quote it. */
export function firstWords(text: Untrusted, most: number): Untrusted {
  const line = words(text)
    .replace(/^(?:```|~~~).*$/gm, ' ')
    .replace(/^[ \t]*\|[ \t:|-]+$/gm, ' ')
    .replace(/^[ \t]*\|.*\|[ \t]*$/gm, (row) =>
      row
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
        .join(', '),
    )
    .replace(/^[ \t]*(?:#{1,6} |> ?|[-*+] (?:\[[ x]\] )?|\d{1,3}[.)] )/gm, '')
    .replace(/!?\[([^[\]]*)\]\((?:[^()\s]*\)|[^()\s]*$)/g, '$1')
    .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = Array.from(line)
  if (characters.length <= most) return untrusted(line)
  const cut = characters.slice(0, most).join('')
  const space = cut.lastIndexOf(' ')
  return untrusted(`${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()} …`)
}
