import { type Html, html } from '../html.ts'
import { timers } from '../../rules/limits.ts'
import { spanned } from '../../rules/units.ts'

/** Colours of a state. Settled has none, and colour never stands without words. */
type Look = 'open' | 'wrong' | 'good' | 'live' | 'quiet'

export const state = (look: Look, words: Html | string): Html =>
  html`<span class="state${look === 'quiet' ? '' : ` ${look}`}">${words}</span>`

interface StateWords {
  readonly look: Look
  readonly words: string
}

/** States of sections, pads and threads in words for people; settled has no row. */
const saidOf: Readonly<Record<string, StateWords>> = {
  open: { look: 'open', words: 'open' },
  disputed: { look: 'wrong', words: 'disputed' },
  unresolved: { look: 'wrong', words: `nobody answered for ${spanned(timers.disputeLapse)}` },
  stale: { look: 'quiet', words: `not touched for ${spanned(timers.staleSection)}` },
  answered: { look: 'good', words: 'answered' },
  folded: { look: 'quiet', words: 'folded' },
}

/** It was flagged as wrong, answered or not. */
export const isWrong = (status: string | undefined): boolean => status === 'disputed' || status === 'unresolved'

export function stateOf(status: string | undefined): Html | undefined {
  const said = status === undefined ? undefined : saidOf[status]
  return said && state(said.look, said.words)
}
