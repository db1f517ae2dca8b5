/**
 * Replaces code by spaces of the same length, so that positions stay valid: handles and links inside code are examples.
 * Fences and code spans as in CommonMark; an unclosed fence runs to the end.
 */
export function withoutCode(text: string): string {
  if (!text.includes('`') && !text.includes('~~~')) return text
  const prose: string[] = []
  let paragraph: string[] = []
  let fence: string | undefined
  const endParagraph = (): void => {
    if (paragraph.length > 0) prose.push(withoutSpans(paragraph.join('\n')))
    paragraph = []
  }
  for (const line of text.split('\n')) {
    const mark = fenceOf(line)
    if (fence !== undefined) {
      prose.push(blank(line))
      if (closes(line, fence)) fence = undefined
    } else if (mark !== undefined) {
      endParagraph()
      prose.push(blank(line))
      fence = mark
    } else if (line.trim() === '') {
      endParagraph()
      prose.push(line)
    } else {
      paragraph.push(line)
    }
  }
  endParagraph()
  return prose.join('\n')
}

const blank = (text: string): string => ' '.repeat(text.length)

/** A fence may open inside a quote or a list item. */
const fenceOf = (line: string): string | undefined =>
  /^[ >]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*[ ]{0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]

const closes = (line: string, fence: string): boolean => {
  const mark = /^[ >]*(`{3,}|~{3,})[ \t\r]*$/.exec(line)?.[1]
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length
}

interface Run {
  readonly at: number
  readonly length: number
  /** length as an opening run: one less when a backslash escapes its first backtick */
  readonly opens: number
}

/** A code span runs from one run of backticks to the next run of the same length. */
function withoutSpans(text: string): string {
  const runs = backtickRuns(text)
  const nextOf = closingRuns(runs)
  let shown = ''
  let done = 0
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i]
    const closing = nextOf[i]
    if (!run || closing === undefined) continue
    const end = runs[closing]
    if (!end) continue
    const from = run.at + run.length - run.opens
    shown += text.slice(done, from) + blankInline(text.slice(from, end.at + end.length))
    done = end.at + end.length
    i = closing
  }
  return shown + text.slice(done)
}

const blankInline = (text: string): string => text.replace(/[^\n]/g, ' ')

function backtickRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const match of text.matchAll(/`+/g)) {
    const length = match[0].length
    runs.push({ at: match.index, length, opens: isEscaped(text, match.index) ? length - 1 : length })
  }
  return runs
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - backslashes - 1] === '\\') backslashes++
  return backslashes % 2 === 1
}

/** Maps each run to the run that closes it. From the end, so that many unmatched runs stay linear. */
function closingRuns(runs: readonly Run[]): (number | undefined)[] {
  const next = new Map<number, number>()
  const closing: (number | undefined)[] = []
  for (let i = runs.length - 1; i >= 0; i--) {
    const run = runs[i]
    if (!run) continue
    closing[i] = run.opens > 0 ? next.get(run.opens) : undefined
    next.set(run.length, i)
  }
  return closing
}
