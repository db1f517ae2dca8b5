import type { PadRef, SectionRef, ThreadRef, HubSeen } from '../refs.ts'
import type { Person } from '../person.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { ReportTarget } from '../../rules/closed_lists.ts'

interface Waiting {
  /** seqs of its inbox items: acknowledging them dismisses the question undecided */
  readonly items: readonly number[]
  readonly at: Date
  /** the participant who asks */
  readonly by?: Person
  /** the verified host that it came through, or the label of an unverified app */
  readonly host?: string
  readonly hub?: HubSeen
}

export interface CountedThread extends ThreadRef {
  readonly posts: number
}

export interface SuggestionWait extends Waiting {
  readonly kind: 'suggestion'
  readonly edit_id: string
  readonly pad: PadRef
  readonly sections: readonly SectionRef[]
  /** the new title, when the suggestion changes it */
  readonly title?: Untrusted
  /** Markdown lines with + and - */
  readonly changed?: Untrusted
  /** `changed` was cut */
  readonly changed_cut?: boolean
  readonly note?: Untrusted
  /** when it is applied unless answered before */
  readonly goes_in_at?: Date
  /** flags of its sections, which are settled when it is accepted */
  readonly fixes?: readonly CountedThread[]
  /** the thread in which it was discussed */
  readonly thread?: CountedThread
  /** in a Checked hub a member answers with a check and states what they looked at */
  readonly checks?: boolean
}

export interface DecisionWait extends Waiting {
  readonly kind: 'decision'
  readonly decision_id: string
  readonly pad: PadRef
  readonly section?: SectionRef
  readonly text: Untrusted
  readonly reason?: Untrusted
  /** the options considered */
  readonly options: readonly Untrusted[]
  readonly thread?: CountedThread
}

export interface ResultWait extends Waiting {
  readonly kind: 'result'
  readonly task_id: string
  readonly title: Untrusted
  readonly thread: CountedThread
  readonly summary?: Untrusted
  readonly link?: Untrusted
  readonly pad?: PadRef
  readonly edit_id?: string
}

export interface JoinWait extends Waiting {
  readonly kind: 'join'
  readonly by: Person
  readonly hub: HubSeen
  /** present when the seat is for this thread only */
  readonly thread?: CountedThread
  readonly note?: Untrusted
}

export interface FlagWait extends Waiting {
  readonly kind: 'flag'
  readonly thread: CountedThread
  readonly pad: PadRef
  readonly section?: SectionRef
  readonly source?: Untrusted
  readonly answered: boolean
  /** the dispute went unanswered for a long time */
  readonly unresolved?: boolean
  /** true for owner and helpers, who settle the dispute; false for its author, who can correct the section */
  readonly settles: boolean
}

export interface TakeoverWait extends Waiting {
  readonly kind: 'takeover'
  readonly hub: HubSeen
  readonly takes_effect_at: Date
  readonly note?: Untrusted
}

export interface ReportWait extends Waiting {
  readonly kind: 'report'
  readonly hub: HubSeen
  readonly target: {
    readonly type: ReportTarget
    readonly id: string
    /** of a thread, pad or task */
    readonly title?: Untrusted
    /** of a post, clipped */
    readonly said?: Untrusted
    /** the author; or the reported participant */
    readonly author?: Person
    /** the thread that it belongs to */
    readonly thread_id?: string
  }
  readonly reason: string
  /** number of reports with this subject */
  readonly reports: number
  readonly note?: Untrusted
  /** already folded or hidden */
  readonly covered?: boolean
}

export interface DmRequestWait extends Waiting {
  readonly kind: 'dm_request'
  readonly dm_id: string
  readonly by: Person
  /** the text of the request */
  readonly said?: Untrusted
}

export type Wait =
  | SuggestionWait
  | DecisionWait
  | ResultWait
  | JoinWait
  | FlagWait
  | TakeoverWait
  | ReportWait
  | DmRequestWait
