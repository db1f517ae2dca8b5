import { movedFrom } from './block_order.ts'
import { type Block, joinBlocks, splitBlocks } from '../blocks.ts'
import { compare, type WantedBlock } from './compare.ts'

export type Change = 'added' | 'changed' | 'removed' | 'moved'

export interface Changed {
  readonly id: string
  readonly change: Change
  readonly before?: Block
  readonly after?: Block
  /** added again with the id, rev and text it had before it was removed */
  readonly restored?: true
}

/** Assigns ids and revs to wanted blocks, and lists the changes against the current version. */
export function nextVersion(
  current: readonly Block[],
  wanted: readonly WantedBlock[],
  newId: () => string,
): { blocks: Block[]; changes: Changed[] } {
  const before = new Map(current.map((block) => [block.id, block]))
  const blocks = wanted.flatMap((one) => blocksOf(one, before, newId))
  const ids = new Set(blocks.map(({ id }) => id))
  const moved = movedFrom(current, blocks)
  const restored = new Set(wanted.flatMap(({ id, rev }) => (id !== undefined && rev !== undefined ? [id] : [])))

  const changeOf = (after: Block): readonly Changed[] => {
    const { id, rev } = after
    const was = before.get(id)
    if (!was) return [{ id, change: 'added', after, ...(restored.has(id) && { restored: true }) }]
    if (was.rev !== rev) return [{ id, change: 'changed', before: was, after }]
    return moved.has(id) ? [{ id, change: 'moved', before: was, after }] : []
  }
  const removed = current.filter(({ id }) => !ids.has(id))
  return {
    blocks,
    changes: [
      ...blocks.flatMap(changeOf),
      ...removed.map((was): Changed => ({ id: was.id, change: 'removed', before: was })),
    ],
  }
}

/** A wanted text may hold several paragraphs: the one most like the block keeps its id. */
function blocksOf({ id, rev, text }: WantedBlock, before: ReadonlyMap<string, Block>, newId: () => string): Block[] {
  const was = id === undefined ? undefined : before.get(id)
  if (was && was.text === text) return [was]
  const texts = splitBlocks(text)
  if (id === undefined) return texts.map((one) => ({ id: newId(), rev: 1, text: one }))
  if (!was) return [{ id, rev: rev ?? 1, text: joinBlocks(texts) }]
  const keeper = keeperOf(was, texts)
  return texts.map((one, place) => {
    if (place !== keeper) return { id: newId(), rev: 1, text: one }
    return one === was.text ? was : { id, rev: was.rev + 1, text: one }
  })
}

/** Returns which of these paragraphs keeps the id of a block: the one most like it. */
export function keeperOf(was: Block, texts: readonly string[]): number {
  if (texts.length < 2) return 0
  const found = compare([was], texts).findIndex(({ id }) => id !== undefined)
  return found < 0 ? 0 : found
}
