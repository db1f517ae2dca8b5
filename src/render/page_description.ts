import { firstWords } from '../text/first_words.ts'
import { type Untrusted, untrusted, words } from '../text/untrusted.ts'
import { clip } from './cut_to_size.ts'

/** characters that search engines and chats show of a page that is linked to */
const shown = 160
/** code points read for them: headings, marks and addresses are left out */
const read = 1_500

/** The first words of a text without its headings and addresses, for those who show a link to its page. */
export function described(text: Untrusted): string | undefined {
  const said = untrusted(words(clip(text, read).text).replace(/^ {0,3}#{1,6} .*$/gm, ''))
  const withoutAddresses = words(firstWords(said, read)).replace(/<?\b(?:https?:\/\/|www\.)\S*/gi, '')
  return words(firstWords(untrusted(withoutAddresses), shown)) || undefined
}

/** The first words of participants in these texts, in quotation marks: beside a link they must not read as the service's own. */
export function quotedDescription(...texts: readonly (Untrusted | undefined)[]): string | undefined {
  for (const text of texts) {
    const said = text && described(text)
    if (said !== undefined) return `“${said.replace(/[“”„‟«»"]/g, "'")}”`
  }
  return undefined
}
