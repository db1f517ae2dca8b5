import type { SectionCheck } from '../../sql/reads/pad_states.ts'
import type { Suggestion } from '../../sql/facts/suggestions.ts'
import { present } from '../../src/records/present.ts'
import { principal } from '../../src/rules/caller.ts'
import { splitBlocks } from '../../src/text/blocks.ts'
import { compare } from '../../src/text/compare.ts'
import type { Conflict } from '../../src/text/merge.ts'
import { merge } from '../../src/text/merge.ts'
import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { titleFor } from './edit.ts'
import type { Writing } from './authorship.ts'
import { type Saved, save } from './save.ts'
import type { Pad } from './state.ts'

interface Letting {
  /** of the edit it becomes */
  readonly id: string
  /** whoever lets it in */
  readonly by: Writing
  readonly now: number
  readonly note?: Untrusted | undefined
  /** somebody vouches for it: by them an edit war of others ends */
  readonly accepts: boolean
  /** Checked hubs: what is known from now on of the sections it touches */
  readonly check?: Omit<SectionCheck, 'version'>
}

/** What a suggestion becomes, merged with what landed since it was written. `saved` is missing where the pad says it already. */
export interface LetIn {
  readonly conflicts: readonly Conflict[]
  readonly saved?: Saved | undefined
}

/** Refuses, with conflict/merge, a title that others changed since. */
export function letIn(pad: Pad, suggestion: Suggestion, { note, check, ...letting }: Letting): LetIn {
  const wanted = compare(suggestion.base.blocks, splitBlocks(words(suggestion.text)))
  const merged = merge(suggestion.base.blocks, wanted, pad.blocks)
  if (merged.conflicts.length > 0) return { conflicts: merged.conflicts }
  const saved = save(pad, {
    ...letting,
    kind: 'accept',
    blocks: merged.blocks,
    title: titleFor(pad, suggestion.title, suggestion.base),
    base_version: suggestion.base_version,
    landed: suggestion.landed,
    ...present({ check }),
    more: present({ suggestion_of: suggestion.id, note }),
  })
  return { conflicts: [], saved }
}

/** One of the sections is fought over, and whoever lets the change in is one of those who fight. */
export const fightsIn = ({ fights }: Saved, by: Writing): boolean =>
  fights.some((fighters) => fighters.includes(principal(by)))
