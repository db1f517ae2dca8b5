import { trusted } from './trusted.ts'

/**
 * Decodes HTML entities for the Markdown printer in a browser, which has the table built in. The build substitutes this
 * for the package `entities`, whose own table would be a quarter of the printer.
 */

/** A textarea's content is text, whatever it looks like. */
const reader = document.createElement('textarea')

export function decodeHTML(text: string): string {
  reader.innerHTML = trusted(text)
  return reader.value
}

/** Decodes complete names only: of `&notit;` a browser would decode the beginning. */
export function decodeHTMLStrict(text: string): string {
  const read = decodeHTML(text)
  return read.endsWith(';') && text !== '&semi;' ? text : read
}
