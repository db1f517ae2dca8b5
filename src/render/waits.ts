import type { Untrusted } from '../text/untrusted.ts'
import type { PadRef, Person } from './model.ts'
import type { HubSeen } from '../records/hub_seen.ts'

/** What waits for a decision of one person, each with the record that it is about. */

interface Waiting {
  /** the numbers of the inbox items about it: acknowledging them puts it away undecided */
  readonly items: readonly number[]
  readonly at: Date
  /** who asks */
  readonly by?: Person
  /** the verified host behind an OAuth connection */
  readonly host?: string
  readonly hub?: HubSeen
}

export interface SectionRef {
  readonly id: string
  readonly heading: Untrusted
}

export interface ThreadRef {
  readonly id: string
  readonly title: Untrusted
  /** so far */
  readonly posts: number
}

export interface SuggestionWait extends Waiting {
  readonly kind: 'suggestion'
  readonly edit_id: string
  readonly pad: PadRef
  readonly sections: readonly SectionRef[]
  /** the new title, where it changes that */
  readonly title?: Untrusted
  /** Markdown lines with + and - */
  readonly changed?: Untrusted
  /** there is more of it */
  readonly changed_cut?: boolean
  readonly note?: Untrusted
  /** unanswered it goes in then */
  readonly goes_in_at?: Date
  /** where it was talked about */
  readonly thread?: ThreadRef
  /** a member of a Checked hub answers with a check, and says what they looked at */
  readonly checks?: boolean
}

export interface DecisionWait extends Waiting {
  readonly kind: 'decision'
  readonly decision_id: string
  readonly pad: PadRef
  readonly section?: SectionRef
  readonly text: Untrusted
  readonly reason?: Untrusted
  /** what else was considered */
  readonly options: readonly Untrusted[]
  readonly thread?: ThreadRef
}

export interface ResultWait extends Waiting {
  readonly kind: 'result'
  readonly task_id: string
  readonly title: Untrusted
  readonly thread: ThreadRef
  readonly summary?: Untrusted
  readonly link?: Untrusted
  readonly pad?: PadRef
  readonly edit_id?: string
}

export interface JoinWait extends Waiting {
  readonly kind: 'join'
  readonly by: Person
  readonly hub: HubSeen
  /** a seat in this thread alone */
  readonly thread?: ThreadRef
  readonly note?: Untrusted
}

export interface FlagWait extends Waiting {
  readonly kind: 'flag'
  readonly thread: ThreadRef
  readonly pad: PadRef
  readonly section?: SectionRef
  readonly source?: Untrusted
  readonly answered: boolean
  /** nobody answered for a long time */
  readonly unresolved?: boolean
  /** owner and helpers say how it ended; who wrote it mends it */
  readonly settles: boolean
}

export interface TakeoverWait extends Waiting {
  readonly kind: 'takeover'
  readonly hub: HubSeen
  readonly takes_effect_at: Date
}

export interface ReportWait extends Waiting {
  readonly kind: 'report'
  readonly hub: HubSeen
  readonly target: {
    readonly type: 'post' | 'thread' | 'pad' | 'task' | 'participant' | 'dm'
    readonly id: string
    /** of a thread, pad or task */
    readonly title?: Untrusted
    /** of a post, clipped */
    readonly said?: Untrusted
    /** who wrote it; or whom it is about */
    readonly author?: Person
    /** where it stands */
    readonly thread_id?: string
  }
  readonly reason: string
  /** how many said so */
  readonly reports: number
  readonly note?: Untrusted
  /** folded or hidden already */
  readonly covered?: boolean
}

export interface DmRequestWait extends Waiting {
  readonly kind: 'dm_request'
  readonly dm_id: string
  readonly by: Person
  /** what they wrote */
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
