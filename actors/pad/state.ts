import type { PadState, SectionMarks } from '../../sql/reads/pad_states.ts'

export type Pad = PadState
export type Marks = SectionMarks

export const etagOf = ({ id, version }: Pick<Pad, 'id' | 'version'>): string => `pad:${id}:${version}`
