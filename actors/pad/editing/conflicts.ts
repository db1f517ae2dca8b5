import { conflict, type Refusal } from '../../../src/rules/errors.ts'
import { sizes } from '../../../src/rules/limits.ts'
import type { Block } from '../../../src/text/blocks.ts'
import type { Conflict } from '../../../src/text/merging/merge.ts'
import { type Untrusted, untrusted } from '../../../src/text/untrusted.ts'

/**
 * A block as it is now, where two changes met. Its text is a participant's: a door quotes `current` in its message,
 * fenced, and sends it nowhere else.
 */
interface CurrentBlock {
  readonly block_id: string
  readonly rev: number
  readonly text: Untrusted
}

const sentences = {
  merge: {
    quoted:
      'Somebody changed the same words since you read them, so nothing was saved. Work your change into each text below, and send it in edits with the block and rev that stand above it.',
    gone: 'Somebody took out or moved what you change since you read it, so nothing was saved. Read the pad again with open_pad and blocks, and send what still fits.',
  },
  built_on: {
    quoted:
      'Later edits changed the same words, so that edit cannot be taken back by itself. Undo the later ones first, or edit the text below.',
    gone: 'Later edits changed the same words, so that edit cannot be taken back by itself. Undo the later ones first: open_pad with history lists them.',
  },
} as const

/** The characters quoted in a result, counted as JSON, where a line end takes two. */
const quoted = 20_000

/** Names the blocks in conflict, up to as many as a call edits, and quotes as many of them as fit. */
export function refuseConflicts(
  reason: keyof typeof sentences,
  conflicts: readonly Conflict[],
  blocks: readonly Block[],
): Refusal {
  const named = conflicts.slice(0, sizes.edits)
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const current: CurrentBlock[] = []
  let left = quoted
  for (const { block, kind } of named) {
    const now = kind === 'removed' ? undefined : byId.get(block)
    if (now === undefined || JSON.stringify(now.text).length > left) continue
    left -= JSON.stringify(now.text).length
    current.push({ block_id: block, rev: now.rev, text: untrusted(now.text) })
  }
  const sentence = sentences[reason][current.length > 0 ? 'quoted' : 'gone']
  return conflict(reason, sentence, { conflicts: named, current })
}
