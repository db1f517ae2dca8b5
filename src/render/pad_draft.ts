import type { Untrusted } from '../text/untrusted.ts'
import type { LastChange, PadPage, SectionView } from './model.ts'

/** The text of a pad, or of one section, in somebody's hands. */
export interface PadDraft {
  readonly page: PadPage
  /** only this section is changed */
  readonly section?: SectionView
  /** the version that the text is a change of */
  readonly base_version: number
  /** what stands in the form */
  readonly text: Untrusted
  readonly title: Untrusted
  /** what stands now in its place */
  readonly stands: Untrusted
  /** where somebody else changed the same words meanwhile */
  readonly clashes: readonly ClashView[]
  /** somebody else gave it another title meanwhile */
  readonly retitled?: boolean
}

export interface ClashView {
  readonly block_id: string
  readonly base: Untrusted
  /** empty: taken out */
  readonly mine: Untrusted
  readonly theirs: Untrusted
  readonly both: Untrusted
  /** the change that it met */
  readonly met?: LastChange
}
