import MarkdownIt from 'markdown-it'
import { firstCharacters } from '../text/characters.ts'
import { type Untrusted, untrusted, words } from '../text/untrusted.ts'
import { clip } from './cut_to_size.ts'
import { oneLine } from './markdown/md.ts'

const markdown = new MarkdownIt({ html: false, linkify: true })
type Token = ReturnType<typeof markdown.parse>[number]

/** characters that search engines and chats show of a page that is linked to */
const shown = 160
/** code points read for them: marks and addresses are left out */
const read = 1_500

/**
 * The first words of a text on one line, without headings, marks and addresses: what others show beside a link to the page.
 * Undefined for a text without any.
 */
export function firstWords(text: Untrusted): string | undefined {
  const said = markdown
    .parse(words(clip(text, read).text), {})
    .flatMap(({ children }, at, all) => (children && all[at - 1]?.type !== 'heading_open' ? [inWords(children)] : []))
  const line = oneLine(untrusted(said.join(' ')), shown + 1)
  if (line.length <= shown) return line === '' ? undefined : line
  return `${firstCharacters(line, shown - 1).replace(/\s+\S*$/, '')}…`
}

/** Of a link that is only an address nothing is kept. */
function inWords(tokens: readonly Token[]): string {
  let within = 0
  return tokens
    .map(({ type, info, content }) => {
      if (info === 'auto') within += type === 'link_open' ? 1 : -1
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      return within === 0 && (type === 'text' || type === 'text_special' || type === 'code_inline') ? content : ''
    })
    .join('')
}

/** The first words in these texts of participants, in quotation marks: beside a link they must not read as the service's own. */
export function quotedFirstWords(...texts: readonly (Untrusted | undefined)[]): string | undefined {
  for (const text of texts) {
    const said = text && firstWords(text)
    if (said !== undefined) return `“${said}”`
  }
  return undefined
}
