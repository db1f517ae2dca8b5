import { diffArrays } from 'diff'
import type { Block } from '../blocks.ts'

/** How one block differs between two versions of a pad. */
export interface BlockDifference {
  readonly block_id: string
  readonly change: 'added' | 'changed' | 'removed' | 'moved'
  /** absent when the block was added */
  readonly before?: string
  /** absent when the block was removed */
  readonly after?: string
}

/** Edit-distance limit. Above it no moves are reported: a block in both versions counts as unmoved. */
const mostSteps = 450

/** Returns the blocks in which two versions differ, in reading order. */
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
    // a moved block is reported at its new place only
    for (const id of value) if (!(removed && after.has(id))) tell(id, added === true)
  }
  return told
}
