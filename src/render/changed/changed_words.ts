import { diffArrays } from 'diff'

/** A tag, an amount with its unit, a run of spaces, or a word. */
const token = /<[^>]*>|(?:[€$£] ?)?\d[\d.,:]*(?: ?(?:%|°C|kg|g|€)(?![\p{L}\p{N}]))?[.,;:]?(?=[\s<]|$)|\s+|[^\s<]+/gu

export const tokensOf = (text: string): string[] => text.match(token) ?? []

const isTag = (one: string): boolean => one.startsWith('<')
const isSpace = (one: string): boolean => /^\s+$/.test(one)

export interface Run {
  readonly how: 'same' | 'added' | 'removed'
  readonly tokens: readonly string[]
}

const mostWords = 400

/** Merges neighbouring changed words, and the spaces between them, into one change. */
export function runsOf(before: string, after: string): Run[] {
  const [a, b] = [tokensOf(before), tokensOf(after)]
  const parts = diffArrays(a, b, { maxEditLength: mostWords }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ]
  const runs: Run[] = []
  let gone: string[] = []
  let come: string[] = []
  const finish = (): void => {
    if (gone.length > 0) runs.push({ how: 'removed', tokens: gone })
    if (come.length > 0) runs.push({ how: 'added', tokens: come })
    gone = []
    come = []
  }
  for (const [n, { added: isAdded, removed, value }] of parts.entries()) {
    if (removed) gone.push(...value)
    else if (isAdded) come.push(...value)
    else if (gone.length > 0 && come.length > 0 && value.every(isSpace) && parts[n + 1]) {
      gone.push(...value)
      come.push(...value)
    } else {
      finish()
      runs.push({ how: 'same', tokens: value })
    }
  }
  finish()
  return runs
}

/** Merges two lines into one: words that came in `ins`, words that went in `del`. */
export const rewritten = (was: string, is: string): string =>
  runsOf(was, is)
    .map(({ how, tokens }, n, runs) => {
      if (how === 'same') return tokens.join('')
      return how === 'added' ? inserted(tokens) : gone(tokens, runs[n + 1]?.how === 'added')
    })
    .join('')

/** Wraps each stretch between tags separately, so that all tags nest. */
export function inserted(tokens: readonly string[]): string {
  let text = ''
  let open = ''
  const close = (): void => {
    const words = open.trim()
    if (words !== '') {
      const [lead, trail] = [open.length - open.trimStart().length, open.trimEnd().length]
      text += `${open.slice(0, lead)}<ins>${words}</ins>${open.slice(trail)}`
    } else text += open
    open = ''
  }
  for (const one of tokens) {
    if (isTag(one)) {
      close()
      text += one
    } else open += one
  }
  close()
  return text
}

/** The removed words without their tags, which belong to markup that no longer exists. */
function gone(tokens: readonly string[], replaced: boolean): string {
  const words = tokens.filter((one) => !isTag(one)).join('')
  if (words.trim() === '') return ''
  return `${/^\s/.test(words) ? ' ' : ''}<del>${words.trim()}</del>${replaced || /\s$/.test(words) ? ' ' : ''}`
}
