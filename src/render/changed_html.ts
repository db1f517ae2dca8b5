import { diffArrays } from 'diff'

/**
 * Merges two printed texts into one, word by word: additions in `ins`, removals in `del`. Both inputs come from our own
 * printer, so every `<…>` is a tag. Dropping each `del` and unwrapping each `ins` gives the newer text again. Whole
 * removed rows, items and paragraphs are additional elements of class `old`; added rows have class `new`.
 */
export function changedHtml(before: string, after: string): string {
  if (before === after) return after
  const steps = stepsBetween(unitsOf(before), unitsOf(after))
  const printed: string[] = []
  let depth = 0
  let waiting: Unit[] = []
  const flush = (fits: (unit: Unit) => boolean, print: (unit: Unit) => string): void => {
    while (waiting[0] && fits(waiting[0])) printed.push(print(waiting.shift() as Unit))
  }
  let step = steps.next()
  const gather = (): void => {
    while (!step.done && step.value.gone) {
      waiting.push(step.value.gone)
      step = steps.next()
    }
  }
  gather()
  for (const part of partsOf(after)) {
    if (typeof part !== 'string') {
      flush(({ kind }) => kind === 'tr' && part.kind === 'tr', rowGone)
      flush(() => true, wordsGone)
      const { was } = step.value as Step
      printed.push(was === undefined ? added(part) : was === part.text ? part.html : rewritten(was, part))
      step = steps.next()
      gather()
      flush(({ kind }) => kind === 'tr' && part.kind === 'tr', rowGone)
      continue
    }
    const [, closing, tag = ''] = /^<(\/?)([a-z0-9]+)/.exec(part) ?? []
    const isList = tag === 'ul' || tag === 'ol'
    if (depth === 0) flush(({ kind }) => !(kind === 'li' && isList && closing === ''), paragraphGone)
    printed.push(part)
    if (closing === '/') depth--
    else if (tag !== '' && !empty.has(tag)) depth++
    if ((closing === '/' && tag === 'li') || (closing === '' && isList)) flush(({ kind }) => kind === 'li', itemGone)
  }
  flush(() => true, paragraphGone)
  return printed.join('')
}

/** A line of text with its inline tags, or a whole table row. */
interface Unit {
  readonly kind: 'tr' | 'li' | 'p'
  readonly html: string
  /** the words and inner tags, which are compared */
  readonly text: string
}

const empty = new Set(['br', 'hr', 'input', 'img'])
const inline = new Set(['a', 'b', 'bdi', 'br', 'code', 'del', 'em', 'i', 'img', 'input', 'ins', 's', 'span', 'strong'])
const piece = /<[^>]*>|[^<]+/g

/** Splits markup into block tags, and between them the units to compare. */
function partsOf(html: string): (string | Unit)[] {
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

const unitsOf = (html: string): Unit[] => partsOf(html).filter((part): part is Unit => typeof part !== 'string')

interface Step {
  /** a unit of the old text that was removed */
  readonly gone?: Unit
  /** of a unit of the new text: its old text; absent when it was added */
  readonly was?: string
}

/** beyond this many differences two texts have nothing in common worth showing */
const mostSteps = 300

function* stepsBetween(before: readonly Unit[], after: readonly Unit[]): Generator<Step, undefined> {
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

/** Pairs lines that were rewritten in place, in order. Unpaired lines come out as removed or added. */
function* paired(gone: readonly Unit[], come: readonly Unit[]): Generator<Step> {
  let next = 0
  for (const unit of come) {
    const found = gone.findIndex((was, n) => n >= next && n < next + 8 && alike(was, unit))
    if (found < 0) {
      yield {}
      continue
    }
    for (const one of gone.slice(next, found)) yield { gone: one }
    yield { was: (gone[found] as Unit).text }
    next = found + 1
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

/** A tag, an amount with its unit, a run of spaces, or a word. */
const token = /<[^>]*>|(?:[€$£] ?)?\d[\d.,:]*(?: ?(?:%|°C|kg|g|€)(?![\p{L}\p{N}]))?[.,;:]?(?=[\s<]|$)|\s+|[^\s<]+/gu

const tokensOf = (text: string): string[] => text.match(token) ?? []

const isTag = (one: string): boolean => one.startsWith('<')
const isSpace = (one: string): boolean => /^\s+$/.test(one)

interface Run {
  readonly how: 'same' | 'added' | 'removed'
  readonly tokens: readonly string[]
}

const mostWords = 400

/** Merges neighbouring changed words, and the spaces between them, into one change. */
function runsOf(before: string, after: string): Run[] {
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

const rewritten = (was: string, { html }: Unit): string =>
  runsOf(was, html)
    .map(({ how, tokens }, n, runs) => {
      if (how === 'same') return tokens.join('')
      return how === 'added' ? marked('ins', tokens) : gone(tokens, runs[n + 1]?.how === 'added')
    })
    .join('')

/** Wraps each stretch between tags separately, so that all tags nest. */
function marked(mark: 'ins' | 'del', tokens: readonly string[]): string {
  let text = ''
  let open = ''
  const close = (): void => {
    if (open.trim() !== '') {
      const [, lead = '', words = '', trail = ''] = /^(\s*)([^]*?)(\s*)$/.exec(open) ?? []
      text += `${lead}<${mark}>${words}</${mark}>${trail}`
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

const added = ({ kind, html }: Unit): string =>
  kind === 'tr' ? html.replace(/^<tr/, '<tr class="new"') : marked('ins', tokensOf(html))

const wordsIn = (html: string): string =>
  html
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const paragraphGone = ({ html }: Unit): string => `<p class="old"><del>${wordsIn(html)}</del></p>\n`
const itemGone = ({ html }: Unit): string => `\n<li class="old"><del>${wordsIn(html)}</del></li>`
const wordsGone = ({ html }: Unit): string => `<del>${wordsIn(html)}</del> `
const rowGone = ({ html }: Unit): string =>
  `${html.replace(/^<tr/, '<tr class="old"').replace(/>([^<]+)</g, (all, words: string) => (words.trim() === '' ? all : `><del>${words}</del><`))}\n`
