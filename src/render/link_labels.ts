import MarkdownIt from 'markdown-it'
import { type Untrusted, untrusted, words } from '../text/untrusted.ts'

const { unescapeAll } = new MarkdownIt().utils

const piece = String.raw`[^\s<>"'\`()[\]\\]`
/** The rest of a link, to its end. Without the lookahead a long one would be tried at every length. */
const rest = String.raw`(?:${piece}|\(${piece}*\))*(?!${piece})`
const target = String.raw`[a-z][a-z\d+.-]{0,20}:\/\/${rest}|www\.${rest}|mailto:${rest}`
const linkPattern = new RegExp(
  String.raw`\[([^[\]\n]{0,300})\]\(\s{0,9}<?(${target}|\/\/[^\s<>()]+(?![^\s<>()]))(?:(?:[^()\n]|\([^()\n]{0,300}\)){0,300}\)|[^)\n]{0,300}\))`,
  'gi',
)
/** An address without a scheme is a link only here: in a definition, and in a link too tangled for the pattern above. */
const unlabelled = /(\][(:][\s>]*)<?(\/\/[^\s<>)]+)>?/g
const bare = new RegExp(`<(${target})>|(?<![a-z\\d])(${target})`, 'gi')
/** What ends the sentence around a bare link, and not the link. */
const afterLink = /(?<![.,;:!?*_~|{}…。，、；：！？”’»])[.,;:!?*_~|{}…。，、；：！？”’»]+$/

/** What a link gives as its address: in angle brackets, or to the first space or parenthesis that is not its own. */
const destination = String.raw`<(?:[^<>\n\\]|\\.)*>|(?!<)(?:[^\s()\\]|\\[^\s]|\((?:[^\s()\\]|\\[^\s]){0,300}\))+`
const given = new RegExp(String.raw`(\]\(\s*|\]:[\s>]*)(${destination})|<[^\s<>]+>`, 'g')
const leadsOut = /^(?:[a-z][a-z\d+.-]*:\/\/|\/\/|www\.|(?:mailto|https?|ftp):)[^\s]/i
const isPlain = /^<?(?:[a-z][a-z\d+.-]{0,20}:\/\/|\/\/|www\.|mailto:)/i

/**
 * Addresses that a Markdown reader only finds once it has read their escapes and entities are shortened to their host,
 * without either, so that the patterns here find it too.
 */
const withPlainHosts = (text: string): string =>
  text.replace(given, (all, before: string = '', link: string = all) => {
    const inside = /^<.*>$/.test(link) ? link.slice(1, -1) : link
    const address = unescapeAll(inside).replace(/[\t\n\r]/g, '')
    if (!leadsOut.test(address) || (address === inside && isPlain.test(inside))) return all
    const plain = `https://${linkHost(address)}`
    return before === '' ? `<${plain}>` : before + plain
  })

/** Returns the host that a link leads to, as seen on a page at `origin`; `elsewhere` when it names none. */
function linkHost(link: string, origin?: string): string {
  const address = link.startsWith('//') ? `https:${link}` : /^www\./i.test(link) ? `https://${link}` : link
  if (/^mailto:/i.test(address)) return address.split('@').at(-1)?.replace(/[?].*/, '') || 'elsewhere'
  return (URL.canParse(address, origin) && new URL(address, origin).host) || 'elsewhere'
}

export const linkLabel = (link: string, origin?: string): string => `[link to ${linkHost(link, origin)}]`

/** An image in words: its description by the author, and its host. */
export function imageWords(shows: string, address: string): string {
  const what = shows.trim().replace(/\s+/g, ' ').slice(0, 200)
  const where = /^([a-z][a-z\d+.-]*:|\/\/|www\.)/i.test(address) ? `, on ${linkHost(address)}` : ''
  return what === '' ? `image${where}` : `image of ${what}${where}`
}

/** The label of a link within a sentence, whose marks stay behind it. */
function sentenceLabel(written: string): string {
  const marks = afterLink.exec(written)?.[0] ?? ''
  const link = written.slice(0, written.length - marks.length)
  // an address that is nothing but its beginning keeps it whole
  return /^(?:[a-z][a-z\d+.-]*:\/\/|www|mailto|)$/i.test(link) ? linkLabel(written) : linkLabel(link) + marks
}

/** Apart from a parenthesis behind it, with which it would be a link itself. */
const apart = (label: string, text: string, end: number): string =>
  label.endsWith(']') && text[end] === '(' ? `${label} ` : label

const withoutSchemes = (text: string): string =>
  text.replace(unlabelled, (all, before: string, link: string, at: number, text: string) =>
    apart(before + linkLabel(link), text, at + all.length),
  )

/** Replaces every link by a label that names its host, for authors without reach. */
export const withLabels = (text: Untrusted): Untrusted =>
  untrusted(
    // again at the end: a label is what a definition may begin with
    withoutSchemes(
      withoutSchemes(
        withPlainHosts(words(text)).replace(linkPattern, (all, label: string, link: string, at: number, text: string) =>
          apart(`${label} ${linkLabel(link)}`.trimStart(), text, at + all.length),
        ),
      ).replace(bare, (all, wrapped: string | undefined, written = '', at: number, text: string) =>
        apart(wrapped === undefined ? sentenceLabel(written) : linkLabel(wrapped), text, at + all.length),
      ),
    ),
  )

/** Returns the text for display: links labelled when its author has no reach. */
export const asWrittenBy = ({ reach }: { readonly reach: boolean }, text: Untrusted): Untrusted =>
  reach ? text : withLabels(text)
