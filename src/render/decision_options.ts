import { type Untrusted, words } from '../text/untrusted.ts'
import type { DecisionLine } from '../records/pad/decision_line.ts'

/** An option of a decision. */
export interface Option {
  readonly words: Untrusted
  /** position among the named options, from 1; absent when the proposed words are none of them */
  readonly place?: number
  readonly proposed: boolean
}

/** Returns the options, the proposed one first. */
export function optionsOf({ text, options = [] }: Pick<DecisionLine, 'text' | 'options'>): readonly Option[] {
  const others = options.map((option, n) => ({ words: option, place: n + 1, proposed: words(option) === words(text) }))
  const named = others.find(({ proposed }) => proposed)
  return [named ?? { words: text, proposed: true }, ...others.filter(({ proposed }) => !proposed)]
}
