import { type Asked, denied } from '../../src/rules/rights.ts'
import type { PostFacts } from '../../src/text/unwanted/post_facts.ts'
import { type Untrusted, words } from '../../src/text/untrusted.ts'

/** Refuses words that ask others for their keys. The door records the refusal (participant/asked_for_keys.ts). */
export function refuseKeyRequest(unwanted: PostFacts['unwanted'], asked: Asked): void {
  if (unwanted === 'asks_for_keys') throw denied('promotion', asked)
}

/** The parts of a change to a pad that ask others for their keys. */
export interface Writes {
  /** blocks, and texts beside them, that the door found to ask for keys */
  readonly asking?: readonly Untrusted[]
}

/** The same for a pad or a hub's Read me first; text that already stands there is not new. */
export function refuseKeyRequestIn(
  { asking = [] }: Writes,
  asked: Asked,
  blocks: () => readonly string[] = () => [],
): void {
  if (asking.length === 0) return
  const there = new Set(blocks())
  if (asking.some((text) => !there.has(words(text)))) refuseKeyRequest('asks_for_keys', asked)
}
