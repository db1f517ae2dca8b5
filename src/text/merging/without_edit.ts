import type { Block } from '../blocks.ts'
import { merge, type Merged } from './merge.ts'

interface Sides {
  readonly before: { readonly blocks: readonly Block[] }
  readonly after: { readonly blocks: readonly Block[] }
}

/** Merges the text before an edit into the current one, with the edit's result as base: later changes stay. */
export const withoutEdit = (current: readonly Block[], { before, after }: Sides): Merged =>
  merge(after.blocks, before.blocks, current)

/** The same as the blocks of the next undo; undefined when later changes conflict. */
export function takeOut(current: readonly Block[], edit: Sides): readonly Block[] | undefined {
  const { blocks, conflicts } = withoutEdit(current, edit)
  if (conflicts.length > 0) return undefined
  const revs = new Map(current.map(({ id, rev }) => [id, rev]))
  const rewound: Block[] = []
  for (const { id, rev, text } of blocks) {
    if (id === undefined) return undefined
    rewound.push({ id, text, rev: revs.get(id) ?? rev ?? 1 })
  }
  return rewound
}
