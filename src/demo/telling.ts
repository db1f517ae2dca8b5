/** Prints the story: numbered chapters, what happened in each, and quoted text. */
export interface Telling {
  readonly chapter: (title: string) => void
  readonly say: (line: string) => void
  /** prints a tool's text indented; a long text loses its middle */
  readonly quote: (text: string) => void
}

const quoted = 14

export function tell(chapters: number, print: (line: string) => void): Telling {
  let number = 0
  return {
    chapter(title) {
      number += 1
      const done = '■'.repeat(number) + '□'.repeat(Math.max(0, chapters - number))
      print(`\n${done} ${number}/${chapters}  ${title}`)
    },
    say: (line) => print(`   ${line}`),
    quote(text) {
      const lines = text.trimEnd().split('\n')
      const shown = lines.length > quoted ? [...lines.slice(0, quoted - 4), '…', ...lines.slice(-3)] : lines
      for (const line of shown) print(`   │ ${line}`)
    },
  }
}
