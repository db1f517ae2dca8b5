import type { Person } from '../person.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { DecisionStatus } from '../../rules/closed_lists.ts'

export interface DecisionLine {
  readonly id: string
  readonly status: DecisionStatus
  readonly text: Untrusted
  readonly reason?: Untrusted
  /** the options considered */
  readonly options?: readonly Untrusted[]
  /** the decision that it replaces */
  readonly supersedes?: string
  readonly by: Person
  /** the verified host that it came through, or the label of an unverified app */
  readonly host?: string
  readonly at: Date
  readonly section_id?: string
  readonly thread_id?: string
  readonly post_id?: string
  /** the participant who accepted it or turned it down */
  readonly answerer?: Person
  readonly answered?: Date
  readonly answer_note?: Untrusted
  /** the decision that replaced it */
  readonly superseded_by?: string
  /** the answers that the reader may give */
  readonly answers?: readonly ReviewAnswer[]
}

/** A whole decision, as an export shows it. */
export interface DecisionRecord extends DecisionLine {
  readonly pad_id: string
  readonly hub_id: string
  readonly options: readonly Untrusted[]
  readonly answered_by?: string
}

/** When it was decided or turned down; the answer of a superseded one is about its replacement. */
export const madeAt = ({ status, at, answered }: Pick<DecisionLine, 'status' | 'at' | 'answered'>): Date =>
  status === 'superseded' ? at : (answered ?? at)

/** The answers to a suggestion or decision: `check` accepts in a Checked hub, with a note of what was looked at. */
export type ReviewAnswer = 'accept' | 'turn_down' | 'withdraw' | 'check'
