import { type Untrusted, words } from './untrusted.ts'

const flat = (text: Untrusted): string => words(text).replace(/\s+/g, ' ').trim()

/** Whether somebody wrote these words: line ends and runs of spaces may differ. */
export const occursIn = (quote: Untrusted, text: Untrusted): boolean => flat(text).includes(flat(quote))
