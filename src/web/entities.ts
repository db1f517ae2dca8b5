import { trusted } from './trusted.ts'

/**
 * Characters by their names in HTML, for the Markdown printer in a browser: which has the table already. The build puts
 * this in the place of the package of that name, whose own table is a quarter of the printer.
 */

/** Its content is text, whatever it looks like. */
const reader = document.createElement('textarea')

export function decodeHTML(text: string): string {
  reader.innerHTML = trusted(text)
  return reader.value
}

/** Whole names alone: of `&notit;` a browser reads the beginning. */
export function decodeHTMLStrict(text: string): string {
  const read = decodeHTML(text)
  return read.endsWith(';') && text !== '&semi;' ? text : read
}
