import type { Caller } from '../../src/rules/caller.ts'
import { denied } from '../../src/rules/rights.ts'
import type { Said } from '../../src/text/post_facts.ts'
import { type Untrusted, words } from '../../src/text/untrusted.ts'

/** The door notes who was refused for it: see asked_for_keys. */
export function mayBeSaid(unwanted: Said['unwanted'], by: Caller): void {
  if (unwanted === 'asks_for_keys') throw denied('promotion', { by })
}

/** What a change brings into a pad that asks others for their keys. */
export interface Writes {
  /** blocks, and words beside the text, which the door found to ask */
  readonly asking?: readonly Untrusted[]
}

/** The same for a pad, or a hub's Read me first: what stands there already is not said anew. */
export function mayBeWritten({ asking = [] }: Writes, by: Caller, blocks: () => readonly string[] = () => []): void {
  if (asking.length === 0) return
  const there = new Set(blocks())
  if (asking.some((text) => !there.has(words(text)))) mayBeSaid('asks_for_keys', by)
}
