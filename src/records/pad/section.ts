import type { EditLine } from './edit_line.ts'
import type { Person } from '../person.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { CheckState, SectionStatus } from '../../rules/closed_lists.ts'

export interface Check {
  readonly state: CheckState
  readonly by?: Person
  readonly at?: Date
  readonly note?: Untrusted
}

/** The origin of a block's words. */
export interface Blame {
  readonly by: Person
  /** the verified host it came through, or the label of an unverified app */
  readonly host?: string
  readonly edit_id: string
  readonly version: number
  readonly at: Date
}

export interface BlockView {
  readonly id: string
  readonly rev: number
  readonly text: Untrusted
  /** the last editor, by id: one of `people` */
  readonly by?: string
  readonly blame?: Blame
}

/** The change that gave a section its current text. */
export interface LastChange extends Pick<EditLine, 'id' | 'kind' | 'by' | 'host' | 'at' | 'note' | 'undo'> {
  readonly version: number
  /** how many sections this edit changed: its undo takes back all of them */
  readonly sections: number
}

export interface SectionView {
  readonly id: string
  /** 1 to 6; 0 for the Introduction, the text before the first heading */
  readonly level: number
  /** the heading's words without Markdown; `Introduction` at level 0 */
  readonly heading: Untrusted
  readonly status: SectionStatus
  readonly open_threads: number
  readonly words: number
  readonly rev: number
  /** edit war: only proposals are accepted */
  readonly suggestions_only?: boolean
  readonly check?: Check
  /** the source, heading line included; absent in an outline */
  readonly text?: Untrusted
  readonly blocks?: readonly BlockView[]
  readonly last?: LastChange
  /** changed by another participant since the reader's last visit */
  readonly changed_since_read?: boolean
  /** the text at the reader's last visit; absent when the section is new */
  readonly was?: Untrusted
  /** all its authors have reach; otherwise links become labels */
  readonly reach: boolean
}
