import { type Block } from '../../../src/text/blocks.ts'
import { type WantedBlock } from '../../../src/text/merging/compare.ts'
import { type Conflict } from '../../../src/text/merging/merge.ts'
import { introductionId } from '../../../src/text/section_and_block_ids.ts'
import { type Untrusted } from '../../../src/text/untrusted.ts'
import type { BlockRev, OldVersion } from '../../../sql/facts/pad/old_versions.ts'
import type { Pad } from '../state.ts'

export interface BlockEdit {
  readonly block: string
  readonly rev: number
  /** empty removes the block */
  readonly text: Untrusted
  /** replaces only this, which must occur there exactly once */
  readonly find?: Untrusted
}

export interface Insert {
  /** a block, a section (right below its heading), `start`, or `end` */
  readonly after: string
  readonly text: Untrusted
}

/** The text that a caller wants, and the version that they had read. */
export interface TextChanges {
  readonly base_version?: number
  readonly text?: Untrusted
  /** `text` is this section only, with its heading line */
  readonly section_id?: string
  readonly edits?: readonly BlockEdit[]
  readonly inserts?: readonly Insert[]
  readonly title?: Untrusted
}

export interface Known {
  readonly base: OldVersion | undefined
  readonly revs: ReadonlyMap<string, BlockRev>
  readonly ever: ReadonlyMap<string, true>
}

export interface Intent {
  readonly base: readonly Block[]
  readonly mine: readonly WantedBlock[]
  readonly base_version: number
  /** edits that landed since what the caller had read */
  readonly landed: readonly string[]
  /** changes that cannot be tried: their block was removed */
  readonly conflicts: readonly Conflict[]
}

/** Whether an insert goes before the first block. */
export const isTop = (pad: Pad, after: string): boolean => after === 'start' || after === introductionId(pad.id)

/** Whether an insert goes after the last block, whichever that is by then. */
export const isEnd = (after: string): boolean => after === 'end'
