import { conflict } from '../../../src/rules/errors.ts'
import { mergeWords } from '../../../src/text/merging/merge_words.ts'
import { type Untrusted, untrusted, words } from '../../../src/text/untrusted.ts'
import type { OldVersion } from '../../../sql/facts/pad/old_versions.ts'
import type { Pad } from '../state.ts'

/**
 * Merges a title like a paragraph of its own; without a base the last one wins. Returns undefined when others changed the
 * same words.
 */
export function mergeTitle(
  pad: Pad,
  title: Untrusted | undefined,
  base: Pick<OldVersion, 'title'> | undefined,
): Untrusted | undefined {
  if (title === undefined) return pad.title
  if (!base) return title
  const merged = mergeWords(words(base.title), words(title), words(pad.title))
  return merged === undefined ? undefined : untrusted(merged)
}

export const titleChanged = () =>
  conflict(
    'merge',
    'Somebody changed the title since you read it, so nothing was saved. Read it with open_pad and send it again.',
    { conflicts: [] },
  )
