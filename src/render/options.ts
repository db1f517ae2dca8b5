import { type Untrusted, words } from '../text/untrusted.ts'
import type { DecisionLine } from './model.ts'

/** What a decision can be decided to. */
export interface Option {
  readonly words: Untrusted
  /** among the options that were named, from 1; the proposed one may be none of them */
  readonly place?: number
  readonly proposed: boolean
}

/** The proposed one first. */
export function optionsOf({ text, options = [] }: Pick<DecisionLine, 'text' | 'options'>): readonly Option[] {
  const others = options.map((option, n) => ({ words: option, place: n + 1, proposed: words(option) === words(text) }))
  const named = others.find(({ proposed }) => proposed)
  return [named ?? { words: text, proposed: true }, ...others.filter(({ proposed }) => !proposed)]
}
