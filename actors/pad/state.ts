import type { Block } from '../../src/text/blocks.ts'
import type { PadState, SectionMarks } from '../../sql/reads/pad/pad_states.ts'

/** A batch that takes a participant's edits out, some at a time: nothing is stored until all of them are out. */
export interface Rewinding {
  /** live edits, newest first */
  readonly edits: readonly string[]
  /** the text at the start, and its version */
  readonly base: readonly Block[]
  readonly base_version: number
  /** the same without the edits taken out so far */
  readonly blocks: readonly Block[]
}

export interface Pad extends PadState {
  /** by batch: several run side by side, and each merges its result with the pad's text when it ends */
  readonly rewinding?: ReadonlyMap<string, Rewinding>
  /** by batch: edits that it took out of the text and has still to mark as undone; no other batch takes them */
  readonly marking?: ReadonlyMap<string, readonly string[]>
}
export type Marks = SectionMarks

/** Returns whether an edit war has limited the section to suggestions. */
export const isInEditWar = ({ sections }: Pick<Pad, 'sections'>, section: string | undefined): boolean =>
  section !== undefined && sections.get(section)?.fighters !== undefined
