import { withoutCode } from './without_code.ts'
import { type Untrusted, words } from './untrusted.ts'

/** Returns all link destinations in order, with repeats: inline, reference, autolinks and bare URLs. */
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

/** Returns the host with its port of an absolute https address; undefined for anything else. */
function secureHost(link: Untrusted): string | undefined {
  const text = words(link)
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return undefined
  const { host, username, password } = new URL(text)
  // user information before an @ can pose as the host
  return username === '' && password === '' ? host : undefined
}

/** The same, with pages of this service at its origin: a server on one's own machine has no https. */
export const hostLinked = (link: Untrusted, origin: string): string | undefined =>
  words(link).startsWith(`${origin}/`) ? new URL(origin).host : secureHost(link)

const mayHoldLink = /\]\(|\]:|:\/\/|:\\\\|www\.|mailto:|<[a-z]/i

const destinationInParentheses = String.raw`<[^<>\n]*>|[^\s<>()]+(?:\([^\s()]*\)[^\s()]*)*`

/** A label is consumed with its link, so that a URL that links to itself counts once. */
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

/** Removes trailing punctuation that belongs to the sentence, and a closing bracket without an opening one. */
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
