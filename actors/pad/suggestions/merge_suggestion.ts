import type { Suggestion } from '../../../sql/facts/pad/suggestions.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { principal } from '../../../src/rules/one_human.ts'
import { splitBlocks } from '../../../src/text/blocks.ts'
import { compare } from '../../../src/text/merging/compare.ts'
import { type Conflict, merge } from '../../../src/text/merging/merge.ts'
import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { mergeTitle } from '../editing/merge_title.ts'
import type { Writing } from '../editing/authorship.ts'
import { type Saved, type SavedChange, save } from '../editing/save.ts'
import type { Pad } from '../state.ts'

/** `id` is that of the edit it becomes, `by` who lets it in. */
interface Letting extends Pick<SavedChange, 'id' | 'by' | 'now' | 'check'> {
  readonly note?: Untrusted | undefined
  /** a participant vouches for it: this ends an edit war in which they take no part */
  readonly accepts: boolean
}

/** A suggestion merged with what landed since it was written. `saved` is absent when the pad says it already. */
export interface MergedSuggestion {
  readonly conflicts: readonly Conflict[]
  /** others changed the title that it changes, too */
  readonly titleChanged?: true
  readonly saved?: Saved | undefined
}

export function mergeSuggestion(
  pad: Pad,
  suggestion: Suggestion,
  { note, check, ...letting }: Letting,
): MergedSuggestion {
  const wanted = compare(suggestion.base.blocks, splitBlocks(words(suggestion.text)))
  const merged = merge(suggestion.base.blocks, wanted, pad.blocks)
  if (merged.conflicts.length > 0) return { conflicts: merged.conflicts }
  const title = mergeTitle(pad, suggestion.title, suggestion.base)
  if (!title) return { conflicts: [], titleChanged: true }
  const saved = save(pad, {
    ...letting,
    kind: 'accept',
    author: authorOf(suggestion),
    blocks: merged.blocks,
    title,
    base_version: suggestion.base_version,
    landed: suggestion.landed,
    ...present({ check }),
    more: presentAs({ suggestion_of: suggestion.id, note }),
  })
  return { conflicts: [], saved }
}

/** To whom the words of a suggestion are attributed. */
export const authorOf = ({ author_id, author_kind, human_id, host, principal_id }: Suggestion): Writing =>
  presentAs({ id: author_id, kind: author_kind, counts_as: principal_id, human_id, via: host })

/** Returns whether `by` is one of the fighters over a section that it touches. */
export const isFighting = ({ fights }: Saved, by: Writing): boolean =>
  fights.some(({ fighters }) => fighters.includes(principal(by)))
