import { type Html, html, type HtmlInserted } from '../html.ts'

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** "one thing", "six things", "31 things". */
export const numberWords = (n: number, thing: string): string => `${small[n] ?? n} ${n === 1 ? thing : `${thing}s`}`

/** "1 thing", "31 things". */
export const counted = (n: number, thing: string, many = `${thing}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? thing : many}`

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "once", "twice", "3 times". */
export const timesWords = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/** "a, b and c". */
export const listed = (parts: readonly HtmlInserted[]): readonly Html[] =>
  parts.map((part, at) => html`${at > 0 && (at === parts.length - 1 ? ' and ' : ', ')}${part}`)

/** Joins the parts on one line with dots between them. */
export const dotted = (parts: readonly HtmlInserted[]): Html[] =>
  parts.filter((part) => part !== undefined && part !== false).map((part, at) => html`${at > 0 && ' · '}${part}`)
