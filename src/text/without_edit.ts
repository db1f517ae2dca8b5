import type { Block } from './blocks.ts'
import { merge } from './merge.ts'

interface Sides {
  readonly before: { readonly blocks: readonly Block[] }
  readonly after: { readonly blocks: readonly Block[] }
}

/** Returns the text with one edit undone; undefined when later changes conflict with that. */
export function rewind(current: readonly Block[], { before, after }: Sides): readonly Block[] | undefined {
  const { blocks, conflicts } = merge(after.blocks, before.blocks, current)
  if (conflicts.length > 0) return undefined
  const revs = new Map(current.map(({ id, rev }) => [id, rev]))
  const rewound: Block[] = []
  for (const { id, rev, text } of blocks) {
    if (id === undefined) return undefined
    rewound.push({ id, text, rev: revs.get(id) ?? rev ?? 1 })
  }
  return rewound
}
