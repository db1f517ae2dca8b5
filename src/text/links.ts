import { withoutCode } from './code.ts'
import { type Untrusted, words } from './untrusted.ts'

/** Destinations of all links in a text, in order, repeats included: inline, reference, autolinks and bare URLs. */
export function linksIn(text: string): string[] {
  if (!mayHoldLink.test(text)) return []
  const found: string[] = []
  for (const match of withoutCode(text).matchAll(anyLink)) {
    const { inline, nested, reference, auto, bare } = match.groups ?? {}
    const destination = inline ?? nested ?? reference ?? auto
    if (destination !== undefined) found.push(destination.replace(/^<|>$/g, ''))
    else if (bare !== undefined) found.push(trimmed(bare))
  }
  return found.filter((destination) => destination !== '')
}

/** Links that lead off the service: `origin` is its own. Mail addresses lead nowhere a browser goes. */
export const offSiteLinks = (text: string, origin: string): string[] =>
  linksIn(text).filter((destination) => {
    const host = hostOf(destination, origin)
    return host !== undefined && host !== new URL(origin).host
  })

/**
 * The host a link leads to, as a browser would take it (so `//evil.example` and `/\evil.example` lead there), with its
 * port; nothing for other schemes than web ones. Relative links lead to `origin`.
 */
export function hostOf(destination: string, origin = 'https://relative.invalid'): string | undefined {
  const absolute = /^www\./i.test(destination) ? `https://${destination}` : destination
  if (!URL.canParse(absolute, origin)) return undefined
  const { protocol, host } = new URL(absolute, origin)
  if (!/^(?:https?|ftp):$/.test(protocol) || host === 'relative.invalid') return undefined
  return host
}

/** The host of a whole https address, with its port; nothing for anything else. */
export function secureHost(link: Untrusted): string | undefined {
  const text = words(link)
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined
  const { host, username, password } = new URL(text)
  // what stands before an @ poses as the host
  return username === '' && password === '' ? host : undefined
}

const mayHoldLink = /\]\(|\]:|:\/\/|:\\\\|www\.|mailto:|<[a-z]/i

const destinationInParentheses = String.raw`<[^<>\n]*>|[^\s<>()]+(?:\([^\s()]*\)[^\s()]*)*`

/** A label is skipped with its link, so that a URL that links to itself counts once. */
const anyLink = new RegExp(
  [
    String.raw`\[[^\[\]]*\]\(\s*(?<inline>${destinationInParentheses})`,
    String.raw`\]\(\s*(?<nested>${destinationInParentheses})`,
    String.raw`^ {0,3}\[[^\[\]\n]+\]:[ \t]*(?<reference>\S+)`,
    String.raw`<(?<auto>[a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>`,
    String.raw`(?<![\p{L}\p{N}])(?<bare>(?:(?:https?|ftp):[\/\\]{2}|www\.)[^\s<>]+)`,
  ].join('|'),
  'gimu',
)

/** Punctuation after a bare URL belongs to the sentence, a closing bracket to its opening one. */
function trimmed(url: string): string {
  let unopened = count(url, ')') - count(url, '(')
  let end = url.length
  for (; end > 0; end--) {
    const last = url.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened--
    else if (!/[.,;:!?'"*_~\]}|]/.test(last)) break
  }
  return url.slice(0, end)
}

const count = (text: string, character: string): number => text.split(character).length - 1
