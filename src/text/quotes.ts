import { isBlank } from './invisible.ts'
import { type Untrusted, words } from './untrusted.ts'

const flat = (text: Untrusted): string => words(text).replace(/\s+/g, ' ').trim()

/** Whether the quote occurs in the text; line ends and runs of spaces may differ. A blank quote never occurs. */
export const occursIn = (quote: Untrusted, text: Untrusted): boolean =>
  !isBlank(words(quote)) && flat(text).includes(flat(quote))
