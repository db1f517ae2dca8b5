import type { Said } from '../../../actors/thread/fold.ts'
import { linksIn } from '../../text/links.ts'
import { handlesIn } from '../../text/mentions.ts'
import { unwantedIn } from '../../text/promotion.ts'
import { type Untrusted, words } from '../../text/untrusted.ts'

/** Reads out of a post's text what its actor decides on, so that the actor need not read it. */
export function saidIn(body: Untrusted): Said {
  const text = words(body)
  const unwanted = unwantedIn(text)
  return { named: handlesIn(text), links: linksIn(text).length, ...(unwanted && { unwanted }) }
}
