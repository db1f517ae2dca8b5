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

/** Returns whether a block follows another block on one side than on the other. */
export function movedApart(one: Side, other: Side): (id: string) => boolean {
  const [before, otherBefore] = [blocksBefore(one), blocksBefore(other)]
  return (id) => before.get(id) !== otherBefore.get(id)
}

/** Maps each block to the block before it. */
function blocksBefore(side: Side): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let before = top
  for (const { id } of side) {
    if (id === undefined) continue
    found.set(id, before)
    before = id
  }
  return found
}
