import type { Block } from '../../src/text/blocks.ts'
import type { PadState, SectionMarks } from '../../sql/reads/pad_states.ts'

/** A batch that takes somebody's edits out, some at a time: nothing of it is kept until all of them are out. */
export interface Rewinding {
  readonly batch_id: string
  /** live edits, newest first */
  readonly edits: readonly string[]
  /** the text it began with, and its version */
  readonly base: readonly Block[]
  readonly base_version: number
  /** the same without the edits that are out by now */
  readonly blocks: readonly Block[]
}

export interface Pad extends PadState {
  readonly rewinding?: Rewinding
}
export type Marks = SectionMarks

export const etagOf = ({ id, version }: Pick<Pad, 'id' | 'version'>): string => `pad:${id}:${version}`

/** People keep reversing each other there, so the section takes suggestions only. */
export const isFought = ({ sections }: Pick<Pad, 'sections'>, section: string | undefined): boolean =>
  section !== undefined && sections.get(section)?.fighters !== undefined
