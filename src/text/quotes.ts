import { isBlank } from './invisible.ts'
import { type Untrusted, words } from './untrusted.ts'

const flat = (text: Untrusted): string => words(text).replace(/\s+/g, ' ').trim()

/** Whether somebody wrote these words: line ends and runs of spaces may differ. Blanks alone are no words. */
export const occursIn = (quote: Untrusted, text: Untrusted): boolean =>
  !isBlank(words(quote)) && flat(text).includes(flat(quote))
