import type { Untrusted } from '../text/untrusted.ts'
import type { LastChange, SectionView } from '../records/pad/section.ts'
import type { PadPage } from '../records/pad/pad_page.ts'

/** The text of a pad, or of one section, while it is edited. */
export interface PadDraft {
  readonly page: PadPage
  /** absent when the whole pad is edited */
  readonly section?: SectionView
  /** the section that was asked for is not in the pad any more */
  readonly gone?: true
  /** the version that the text is based on */
  readonly base_version: number
  /** the form's content */
  readonly text: Untrusted
  /** the older version whose text it is */
  readonly from?: number
  readonly title: Untrusted
  /** the current text */
  readonly stands: Untrusted
  /** places where another editor changed the same words in the meantime */
  readonly clashes: readonly ClashView[]
  /** another editor changed the title in the meantime */
  readonly retitled?: boolean
}

export interface ClashView {
  readonly block_id: string
  readonly base: Untrusted
  /** empty when removed */
  readonly mine: Untrusted
  readonly theirs: Untrusted
  readonly both: Untrusted
  /** the conflicting change */
  readonly met?: LastChange
}
