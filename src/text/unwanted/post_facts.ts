import { splitBlocks } from '../blocks.ts'
import { linksIn } from '../links.ts'
import { handlesIn } from '../names/mentions.ts'
import { asksForKeys } from './key_requests.ts'
import { type Unwanted, unwantedIn } from './promotion.ts'
import { normalForm, sameTextKey } from './same_text.ts'
import { type Untrusted, untrusted, words } from '../untrusted.ts'

/** Facts about a post's text by which its actor decides, computed at the door so that the actor parses no text. */
export interface PostFacts {
  /** mentioned handles, unique */
  readonly named: readonly string[]
  readonly links: number
  readonly unwanted?: Unwanted
}

/** `title` is that of the thread the post starts, which is checked for promotion like the body. */
export function postFactsOf(body: Untrusted, title?: Untrusted): PostFacts {
  const text = words(body)
  const unwanted = unwantedOf(body, title)
  return { named: handlesIn(text), links: linksIn(text).length, ...(unwanted && { unwanted }) }
}

export const unwantedOf = (body: Untrusted, title?: Untrusted): Unwanted | undefined =>
  unwantedIn(words(body)) ?? (title === undefined ? undefined : unwantedIn(words(title)))

/**
 * Returns the blocks of texts that ask others for their keys: an edit is refused only for blocks it adds, not for what
 * stood there before. Returns the whole text when it asks but none of its blocks alone does.
 */
export function asking(texts: readonly (Untrusted | undefined)[]): { readonly asking?: readonly Untrusted[] } {
  const found = texts.flatMap((text) => {
    if (text === undefined || !asksForKeys(normalForm(words(text)))) return []
    const blocks = splitBlocks(words(text)).filter((block) => asksForKeys(normalForm(block)))
    return blocks.length > 0 ? blocks.map(untrusted) : [text]
  })
  return found.length > 0 ? { asking: found } : {}
}

/** Deduplication key: equal for bodies that look alike, undefined for short ones. */
export const sameBodyKey = (body: Untrusted): string | undefined => sameTextKey(words(body))
