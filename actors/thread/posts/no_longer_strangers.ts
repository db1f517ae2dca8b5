import type { Caller } from '../../../src/rules/caller.ts'
import type { Effect } from '../../../sql/effect.ts'
import { noteExchanges } from '../../../sql/effects/thread/posts.ts'
import type { Named } from '../../../sql/facts/thread/mentioned.ts'
import type { Parent } from '../../../sql/facts/thread/posts.ts'

/** Two participants who answered or mentioned each other are no strangers. A post folded on arrival does not count. */
export function noLongerStrangers(
  by: Caller,
  parent: Parent | undefined,
  named: Iterable<Named>,
  { folded, at }: { folded: boolean; at: string },
): Effect[] {
  if (folded) return []
  const to = new Set([...named].map(({ id }) => id))
  if (parent) to.add(parent.account_id)
  to.delete(by.id)
  return [...to].map((to_id) => noteExchanges({ from_id: by.id, to_id, at }))
}
