import { conflict, type Refusal } from '../../src/rules/errors.ts'
import { reads } from '../../src/rules/limits.ts'
import type { Block } from '../../src/text/blocks.ts'
import { characters } from '../../src/text/characters.ts'
import type { Conflict } from '../../src/text/merge.ts'
import { type Untrusted, untrusted } from '../../src/text/untrusted.ts'

/**
 * What stands now where two changes met. The words are a participant's: a door quotes `current` in its message, fenced,
 * and sends it nowhere else.
 */
export interface CurrentBlock {
  readonly block_id: string
  readonly text: Untrusted
}

const sentences = {
  merge:
    'Somebody changed the same words since you read them, so nothing was saved. Work your change into the text below, with its rev, and send it again.',
  built_on:
    'Later edits changed the same words, so that edit cannot be taken back by itself. Undo the later ones first, or edit the text below.',
} as const

/** Names every block that met; quotes as many of them as a result holds. */
export function refuseConflicts(
  reason: keyof typeof sentences,
  conflicts: readonly Conflict[],
  blocks: readonly Block[],
): Refusal {
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const current: CurrentBlock[] = []
  let left: number = reads.pad.characters
  for (const { block, kind } of conflicts) {
    const text = kind === 'removed' ? undefined : byId.get(block)?.text
    if (text === undefined || characters(text) > left) continue
    left -= characters(text)
    current.push({ block_id: block, text: untrusted(text) })
  }
  return conflict(reason, sentences[reason], { conflicts, current })
}
