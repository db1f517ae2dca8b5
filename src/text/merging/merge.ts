import { movedApart, movedFrom } from './block_order.ts'
import type { Block } from '../blocks.ts'
import type { WantedBlock } from './compare.ts'
import { insertBlocks } from './insert_blocks.ts'
import { mergeWords } from './merge_words.ts'

export interface Conflict {
  readonly block: string
  /** absent when the caller named no rev, as with a paragraph to insert after */
  readonly your_rev?: number
  /** absent when the block was removed */
  readonly current_rev?: number
  readonly kind: 'changed' | 'removed' | 'moved'
}

export interface Merged {
  readonly blocks: readonly WantedBlock[]
  /** ids of blocks whose text combines changes of both sides */
  readonly both: ReadonlySet<string>
  readonly conflicts: readonly Conflict[]
}

/**
 * Three-way merge of `mine` (an edit of `base`, in order) into `current`. Blocks are matched by id, changes inside a
 * block are merged by word, and only what both sides changed is a conflict. An undo is the same merge with the result
 * of the edit as base and the text before it as mine.
 */
export function merge(base: readonly Block[], mine: readonly WantedBlock[], current: readonly Block[]): Merged {
  const [inBase, inCurrent] = [byId(base), byId(current)]
  const kept = new Map(mine.flatMap((wanted) => (wanted.id === undefined ? [] : [[wanted.id, wanted] as const])))
  const [iMoved, theyMoved] = [movedFrom(base, mine), movedFrom(base, current)]
  const apart = movedApart(mine, current)

  const pairs = base.map((was): Sides => ({ was, wanted: kept.get(was.id), now: inCurrent.get(was.id) }))
  const moves: Moves = { iMoved, clash: (id) => iMoved.has(id) && theyMoved.has(id) && apart(id) }
  const { conflicts, both, texts } = mergeTexts(pairs, moves)
  if (conflicts.length > 0) return { blocks: [], both, conflicts }

  const stays = ({ id }: Block): boolean => !inBase.has(id) || (kept.has(id) && !(iMoved.has(id) && !theyMoved.has(id)))
  const blocks = insertBlocks({
    placed: current.filter(stays),
    mine,
    inBase,
    exists: (id) => inCurrent.has(id) || !inBase.has(id),
    textOf: (id, text) => texts.get(id) ?? text,
  })
  return { blocks, both, conflicts }
}

/** A block of the base, and what became of it on each side: undefined where it was removed. */
interface Sides {
  readonly was: Block
  readonly wanted: WantedBlock | undefined
  readonly now: Block | undefined
}

interface Moves {
  readonly iMoved: ReadonlySet<string>
  /** whether both sides moved the block, to different places */
  readonly clash: (id: string) => boolean
}

/** The texts of the blocks that both sides kept, and what cannot be merged. */
function mergeTexts(pairs: readonly Sides[], moves: Moves) {
  const conflicts: Conflict[] = []
  const both = new Set<string>()
  const texts = new Map<string, string>()
  for (const sides of pairs) {
    const { was, now } = sides
    const text = mergedText(sides)
    if (text !== undefined) texts.set(was.id, text)
    if (text !== undefined && combinesBoth(sides, text)) both.add(was.id)
    for (const kind of conflictsOf(sides, text, moves)) {
      conflicts.push({ block: was.id, your_rev: was.rev, ...(now ? { current_rev: now.rev } : {}), kind })
    }
  }
  return { conflicts, both, texts }
}

/** Returns undefined when a side removed the block, or when both changed the same words. */
function mergedText({ was, wanted, now }: Sides): string | undefined {
  if (!wanted || !now) return undefined
  return wanted.text === was.text ? now.text : mergeWords(was.text, wanted.text, now.text)
}

const combinesBoth = ({ was, wanted, now }: Sides, text: string): boolean =>
  wanted?.text !== was.text && now?.text !== was.text && text !== now?.text

function conflictsOf({ was, wanted, now }: Sides, text: string | undefined, moves: Moves): readonly Conflict['kind'][] {
  if (!wanted) return now && now.text !== was.text ? ['changed'] : []
  if (!now) return wanted.text !== was.text || moves.iMoved.has(was.id) ? ['removed'] : []
  return [...(text === undefined ? ['changed' as const] : []), ...(moves.clash(was.id) ? ['moved' as const] : [])]
}

const byId = (blocks: readonly Block[]): ReadonlyMap<string, Block> => new Map(blocks.map((block) => [block.id, block]))
