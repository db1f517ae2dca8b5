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
/** The characters before the address of a link or definition. Both may continue on the next line, also within a quote. */
const toAddress = String.raw`(\][(:][\s>]*)`
/** An address without a scheme is a link only here: in a definition, and in a link too tangled for the pattern above. */
const unlabelled = new RegExp(String.raw`${toAddress}<?(\/\/[^\s<>)]+)>?`, 'g')
const bare = new RegExp(`<(${target})>|(?<![a-z\\d])(${target})`, 'gi')
/** Punctuation that ends the sentence around a bare link, not the link. */
const afterLink = /(?<![.,;:!?*_~|{}…。，、；：！？”’»])[.,;:!?*_~|{}…。，、；：！？”’»]+$/

/** The beginning of a possible address. It contains no bracket, so it does not reach into another link. */
const begun = new RegExp(String.raw`(?:${toAddress}|(?=<))(<?)([^<>()[\]]*)`, 'g')
const inAddress = String.raw`[^\t-\r ()\\]|\\[^\t-\r ]`
/** An address in a link ends at an ASCII space or an unmatched parenthesis, or is in angle brackets; alone it needs these. */
const bareAddress = new RegExp(String.raw`(?:${inAddress}|\((?:${inAddress}){0,300}\))+`, 'y')
const wrappedAddress = /<(?:[^<>\n\\]|\\.)*>/y
const soleAddress = /<[^\s<>]+>/y
const leadsOut = /^(?:[a-z][a-z\d+.-]*:\/\/|[\\/]{2}|www\.|(?:mailto|https?|ftp):)/i
const isPlain = /^(?:[a-z][a-z\d+.-]{0,20}:\/\/|\/\/|www\.|mailto:)\S+$/i

const isMail = /^[^:]+@/

/** The address as Markdown readers take it: unescaped and trimmed. */
const addressIn = (written: string): string => unescapeAll(written).replace(/^[\0-\x20\s]+|[\t\n\r]/g, '')

/**
 * Shortens addresses with escapes or entities to their plain host. Markdown readers decode these first, and without this
 * the patterns here would not find such addresses.
 */
function withPlainHosts(text: string): string {
  let [plain, until] = ['', 0]
  for (const { 0: all, 1: before, 2: bracket, 3: start = '', index } of text.matchAll(begun)) {
    // in brackets an address of mail needs no scheme
    const scheme = bracket && isMail.test(start) ? 'mailto:' : ''
    if (index < until || !leadsOut.test(scheme + addressIn(start))) continue
    const from = index + all.length - start.length - (bracket ? 1 : 0)
    const whole = bracket ? (before === undefined ? soleAddress : wrappedAddress) : bareAddress
    whole.lastIndex = from
    const link = whole.exec(text)?.[0]
    if (link === undefined) continue
    const inside = bracket ? link.slice(1, -1) : link
    const address = scheme + addressIn(inside)
    if (before === undefined && address === inside && isPlain.test(inside)) continue
    const host = `https://${linkHost(address)}`
    plain += text.slice(until, from) + (before === undefined ? `<${host}>` : host)
    until = from + link.length
  }
  return plain + text.slice(until)
}

/** The host is put back into Markdown, so it must not contain Markdown syntax. */
const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/** Returns the host that a link leads to, as seen on a page at `origin`; `elsewhere` when it names none. */
function linkHost(link: string, origin?: string): string {
  const address = /^[\\/]{2}/.test(link)
    ? `https:${link}`
    : link.replace(/^(?=www\.)/i, 'https://').replace(/^mailto:[^]*@/i, 'https://')
  const host = URL.canParse(address, origin) ? new URL(address, origin).host : ''
  return isHost.test(host) ? host : 'elsewhere'
}

export const linkLabel = (link: string, origin?: string): string => `[link to ${linkHost(link, origin)}]`

/** An image in words: its description by the author, and its host. */
export function imageWords(shows: string, address: string): string {
  const what = shows.trim().replace(/\s+/g, ' ').slice(0, 200)
  const where = /^([a-z][a-z\d+.-]*:|\/\/|www\.)/i.test(address) ? `, on ${linkHost(address)}` : ''
  return what === '' ? `image${where}` : `image of ${what}${where}`
}

/** The label of a link within a sentence; punctuation after the link stays. */
function sentenceLabel(written: string): string {
  const marks = afterLink.exec(written)?.[0] ?? ''
  const link = written.slice(0, written.length - marks.length)
  // nothing but a scheme: its colon is not punctuation
  return /^(?:[a-z][a-z\d+.-]*:\/\/|www|mailto|)$/i.test(link) ? linkLabel(written) : linkLabel(link) + marks
}

/** Adds a space before a following parenthesis, which would turn the label into a link. */
const apart = (label: string, text: string, end: number): string =>
  label.endsWith(']') && text[end] === '(' ? `${label} ` : label

const withoutSchemes = (text: string): string =>
  text.replace(unlabelled, (all, before: string, link: string, at: number, text: string) =>
    apart(before + linkLabel(link), text, at + all.length),
  )

/** Replaces every link by a label that names its host, for authors without reach. */
export const withLabels = (text: Untrusted): Untrusted =>
  untrusted(
    // again at the end, because a new label may begin a definition
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
