import { linksIn } from './links.ts'
import { handlesIn } from './mentions.ts'
import { type Unwanted, unwantedIn } from './promotion.ts'
import { sameTextKey } from './same_text.ts'
import { type Untrusted, words } from './untrusted.ts'

/** Facts about a post's text by which its actor decides, computed at the door so that the actor parses no text. */
export interface Said {
  /** mentioned handles, unique */
  readonly named: readonly string[]
  readonly links: number
  readonly unwanted?: Unwanted
}

/** `title` is that of the thread the post starts, which is checked for promotion like the body. */
export function saidIn(body: Untrusted, title?: Untrusted): Said {
  const text = words(body)
  const unwanted = unwantedOf(body, title)
  return { named: handlesIn(text), links: linksIn(text).length, ...(unwanted && { unwanted }) }
}

export const unwantedOf = (body: Untrusted, title?: Untrusted): Unwanted | undefined =>
  unwantedIn(words(body)) ?? (title === undefined ? undefined : unwantedIn(words(title)))

/** Deduplication key: equal for bodies that look alike, undefined for short ones. */
export const sameBodyKey = (body: Untrusted): string | undefined => sameTextKey(words(body))
