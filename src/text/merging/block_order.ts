import type { Block } from '../blocks.ts'
import { longestIncreasing } from './longest_increasing.ts'

/** Stands for the place before the first block. */
export const top = ''

/** Blocks of one side in order; those without an id are new. */
type Side = readonly { readonly id?: string }[]

/** Returns the ids of blocks in both versions that are no longer in the old order. */
export function movedFrom(base: readonly Block[], side: Side): ReadonlySet<string> {
  const places = new Map(base.map(({ id }, place) => [id, place]))
  const known = side.flatMap(({ id }) => {
    const place = id === undefined ? undefined : places.get(id)
    return id === undefined || place === undefined ? [] : [{ id, place }]
  })
  const inOrder = longestIncreasing(known.map(({ place }) => place))
  return new Set(known.filter((_, n) => !inOrder.has(n)).map(({ id }) => id))
}

/** Returns whether a block follows another block on one side than on the other, of those that both sides have. */
export function movedApart(one: Side, other: Side): (id: string) => boolean {
  const [here, there] = [idsOf(one), idsOf(other)]
  const [before, otherBefore] = [blocksBefore(here, there), blocksBefore(there, here)]
  return (id) => before.get(id) !== otherBefore.get(id)
}

const idsOf = (side: Side): ReadonlySet<string> => new Set(side.flatMap(({ id }) => id ?? []))

/** Maps each block that is among `known` to the one before it. */
function blocksBefore(ids: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let before = top
  for (const id of ids) {
    if (!known.has(id)) continue
    found.set(id, before)
    before = id
  }
  return found
}
