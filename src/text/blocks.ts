import { characters } from './characters.ts'

/** A paragraph of a pad with a stable identity: the id survives edits, the rev rises with each change of the text. */
export interface Block {
  /** 8 hex characters, unique in its pad */
  readonly id: string
  readonly rev: number
  readonly text: string
}

interface Heading {
  /** 1 to 6 */
  readonly level: number
  /** text without the Markdown heading marks */
  readonly words: string
}

interface Fence {
  readonly mark: string
  readonly length: number
  /** of the opening line; a fence inside a list item is closed with the same indent */
  readonly indent: string
}

const blank = /^[^\S\n]*$/
// a dot that stops at U+2028 would be tried anew from each of thousands of spaces or marks before it
const hash = /^ {0,3}(#{1,6})(?:[^\S\n]+(.*))?$/s
const underline = /^ {0,3}(=+|-+)[^\S\n]*$/
const opening = /^( {0,3})(`{3,}|~{3,})(.*)$/s
const closing = /^ {0,3}(`{3,}|~{3,})[^\S\n]*$/
const listed = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
/** a first line that keeps a following line of dashes from making a setext heading */
const notAParagraph = /^(?: {0,3}(?:>|\||[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|<)| {4,}|\t)/

/**
 * Splits Markdown into blocks: headings, fenced code, and whatever blank lines separate (paragraphs, lists, tables,
 * quotes). An unclosed fence is closed, so that it cannot swallow the blocks below it. Invariant:
 * `splitBlocks(joinBlocks(blocks))` equals `blocks`.
 */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let fence: Fence | undefined

  const finish = (): void => {
    const block = lines.join('\n').trimEnd()
    if (block !== '') blocks.push(block)
    lines = []
  }

  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (fence) {
      lines.push(line)
      if (closes(fence, line)) {
        fence = undefined
        if (!inList(lines)) finish()
      }
      continue
    }
    if (blank.test(line)) {
      finish()
      continue
    }
    const nested = inList(lines) && /^\s/.test(line)
    fence = opens(line)
    if (fence) {
      if (!nested) finish()
      lines.push(line)
    } else if (!nested && hash.test(line)) {
      finish()
      lines.push(line)
      finish()
    } else {
      lines.push(line)
      if (lines.length > 1 && underline.test(line) && !notAParagraph.test(lines[0] as string)) finish()
    }
  }
  if (fence) lines.push(fence.indent + fence.mark.repeat(fence.length))
  finish()
  return blocks
}

export const joinBlocks = (texts: readonly string[]): string => texts.join('\n\n')

/**
 * The least length of a text that splits into these blocks: without the closing of a fence, which `splitBlocks` adds where
 * it is missing, and with one character between blocks, where it puts a blank line.
 */
export const writtenLength = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + characters(text) - closerLength(text), Math.max(0, texts.length - 1))

/** The length of a last line that only repeats the opening of its fence. */
function closerLength(block: string): number {
  const start = block.lastIndexOf('\n') + 1
  const last = block.slice(start)
  if (start === 0 || !closing.test(last)) return 0
  return block.startsWith(last) || block.lastIndexOf(`\n${last}`, start - 2) !== -1 ? last.length + 1 : 0
}

/** Parses a block as an ATX or setext heading; returns undefined for any other block. */
export function headingOf(block: string): Heading | undefined {
  const lines = block.split('\n')
  const first = lines[0] as string
  const marked = lines.length === 1 ? hash.exec(first) : null
  if (marked) return { level: (marked[1] as string).length, words: withoutClosingMarks(marked[2] ?? '') }
  const last = lines.at(-1) as string
  const ruled = lines.length > 1 && !notAParagraph.test(first) && !opening.test(first) ? underline.exec(last) : null
  if (!ruled) return undefined
  return { level: last.includes('=') ? 1 : 2, words: lines.slice(0, -1).join(' ').replace(/\s+/g, ' ').trim() }
}

const withoutClosingMarks = (words: string): string =>
  words
    .trim()
    .replace(/(^|[^\S\n])#+$/, '')
    .trim()

const inList = (lines: readonly string[]): boolean => lines[0] !== undefined && listed.test(lines[0])

function opens(line: string): Fence | undefined {
  const [, indent = '', run, info = ''] = opening.exec(line) ?? []
  if (run === undefined) return undefined
  const mark = run[0] as string
  return mark === '`' && info.includes('`') ? undefined : { mark, length: run.length, indent }
}

function closes({ mark, length }: Fence, line: string): boolean {
  const run = closing.exec(line)?.[1]
  return run !== undefined && run.startsWith(mark) && run.length >= length
}
