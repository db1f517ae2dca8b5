import { linksIn } from './links.ts'
import { handlesIn } from './mentions.ts'
import { type Unwanted, unwantedIn } from './promotion.ts'
import { sameTextKey } from './same_text.ts'
import { type Untrusted, words } from './untrusted.ts'

/** What a post is judged by: read out of its text at the door, so that its actor need not read it. */
export interface Said {
  /** handles named with an @, each once */
  readonly named: readonly string[]
  readonly links: number
  readonly unwanted?: Unwanted
}

/** `title`: of the thread that the post begins; it promotes as well as a body does. */
export function saidIn(body: Untrusted, title?: Untrusted): Said {
  const text = words(body)
  const unwanted = unwantedOf(body, title)
  return { named: handlesIn(text), links: linksIn(text).length, ...(unwanted && { unwanted }) }
}

/** What is wrong with a text, or with the title above it. */
export const unwantedOf = (body: Untrusted, title?: Untrusted): Unwanted | undefined =>
  unwantedIn(words(body)) ?? (title === undefined ? undefined : unwantedIn(words(title)))

/** Equal for bodies that read the same; nothing for short ones. */
export const sameBodyKey = (body: Untrusted): string | undefined => sameTextKey(words(body))
