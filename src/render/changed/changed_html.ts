import { type Step, stepsBetween } from './changed_steps.ts'
import { partsOf, type Unit, unitsOf } from './changed_units.ts'
import { inserted, rewritten, tokensOf } from './changed_words.ts'

/**
 * Merges two printed texts into one, word by word: additions in `ins`, removals in `del`. Both inputs come from our own
 * printer, so every `<…>` is a tag. Dropping each `del` and unwrapping each `ins` gives the newer text again. Whole
 * removed rows, items and paragraphs are additional elements of class `old`; added rows have class `new`.
 */
export function changedHtml(before: string, after: string): string {
  if (before === after) return after
  const steps = openSteps(stepsBetween(unitsOf(before), unitsOf(after)))
  const printed: string[] = []
  const printGone = (fits: (unit: Unit) => boolean, print: (unit: Unit) => string): void => {
    printed.push(...steps.takeGone(fits).map(print))
  }
  let depth = 0
  for (const part of partsOf(after)) {
    if (typeof part !== 'string') {
      const isRow = ({ kind }: Unit): boolean => kind === 'tr' && part.kind === 'tr'
      printGone(isRow, rowGone)
      printGone(() => true, wordsGone)
      printed.push(unitNow(part, steps.next()))
      printGone(isRow, rowGone)
      continue
    }
    const tag = tagOf(part)
    // between paragraphs; items wait for the list that begins here
    if (depth === 0) printGone(({ kind }) => !(kind === 'li' && tag.opensList), paragraphGone)
    printed.push(part)
    depth += tag.depth
    if (tag.endsItem || tag.opensList) printGone(({ kind }) => kind === 'li', itemGone)
  }
  printGone(() => true, paragraphGone)
  return printed.join('')
}

/** The steps one by one. Removed units before a step wait until the printed markup has a place for them. */
function openSteps(steps: Generator<Step, undefined>) {
  let step = steps.next()
  const waiting: Unit[] = []
  const gather = (): void => {
    for (; !step.done && step.value.gone; step = steps.next()) waiting.push(step.value.gone)
  }
  gather()
  return {
    /** Returns the step of the next unit of the new text. */
    next(): Step {
      const { value } = step
      step = steps.next()
      gather()
      return value as Step
    },
    /** Removes the waiting units that fit, from the front. */
    takeGone(fits: (unit: Unit) => boolean): readonly Unit[] {
      const end = waiting.findIndex((unit) => !fits(unit))
      return waiting.splice(0, end < 0 ? waiting.length : end)
    },
  }
}

function unitNow(unit: Unit, { was }: Step): string {
  if (was === undefined) return added(unit)
  return was === unit.text ? unit.html : rewritten(was, unit.html)
}

function tagOf(part: string) {
  const [, closing, name = ''] = /^<(\/?)([a-z0-9]+)/.exec(part) ?? []
  const [closes, opens] = [closing === '/', closing === '' && !empty.has(name)]
  return {
    opensList: closing === '' && (name === 'ul' || name === 'ol'),
    endsItem: closes && name === 'li',
    depth: closes ? -1 : opens ? 1 : 0,
  }
}

const empty = new Set(['br', 'hr', 'input', 'img'])
const added = ({ kind, html }: Unit): string =>
  kind === 'tr' ? html.replace(/^<tr/, '<tr class="new"') : inserted(tokensOf(html))

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
