import { diffArrays } from 'diff'
import type { Block } from './blocks.ts'

/** What became of a block from one version to another. */
export interface BlockDifference {
  readonly block_id: string
  readonly change: 'added' | 'changed' | 'removed' | 'moved'
  /** its text before; absent where it was added */
  readonly before?: string
  /** its text after; absent where it was removed */
  readonly after?: string
}

/** past so many steps two orders share nothing worth showing: what is in both counts as where it was */
const mostSteps = 450

/** The blocks in which two versions differ, in the order they are read in. */
export function blockDifference(from: readonly Block[], to: readonly Block[]): readonly BlockDifference[] {
  const before = new Map(from.map(({ id, text }) => [id, text]))
  const after = new Map(to.map(({ id, text }) => [id, text]))
  const told: BlockDifference[] = []
  const tell = (block_id: string, moved: boolean): void => {
    const [was, is] = [before.get(block_id), after.get(block_id)]
    const change = was === undefined ? 'added' : is === undefined ? 'removed' : moved ? 'moved' : 'changed'
    if (change === 'changed' && was === is) return
    told.push({ block_id, change, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) })
  }
  const ids = { from: from.map(({ id }) => id), to: to.map(({ id }) => id) }
  const parts = diffArrays(ids.from, ids.to, { maxEditLength: mostSteps })
  if (!parts) {
    for (const id of ids.from) if (!after.has(id)) tell(id, false)
    for (const id of ids.to) tell(id, false)
    return told
  }
  for (const { added, removed, value } of parts) {
    // what moved is told where it came to stand
    for (const id of value) if (!(removed && after.has(id))) tell(id, added === true)
  }
  return told
}
