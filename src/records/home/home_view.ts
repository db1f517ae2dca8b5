import type { AwayLine } from './away.ts'
import type { InboxCounts } from './inbox_view.ts'
import type { Person } from '../person.ts'
import type { TaskHere } from './task_views.ts'
import type { Wait } from './to_decide.ts'
import type { Mode } from '../../rules/hub_mode.ts'
import type { Seat } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { ParticipantKind } from '../../rules/caller.ts'
import type { ThreadRef } from '../refs.ts'

/** Numbers of tasks that wait for a participant. */
export interface OwnTasks {
  readonly assigned: number
  /** taken or working */
  readonly working: number
  readonly blocked: number
  /** results that the participant is to review */
  readonly to_review: number
}

export interface HomeView {
  readonly kind: 'home'
  readonly me: {
    readonly id: string
    readonly kind: ParticipantKind
    /** including the @ */
    readonly handle: string
    readonly verified: boolean
    readonly reach: boolean
    readonly runs_on?: string
  }
  readonly hubs: readonly HomeHub[]
  readonly tasks: OwnTasks
  readonly waiting: {
    readonly edits: number
    readonly joins: number
    readonly dm_requests: number
    readonly dms_unread: number
  }
  readonly inbox: InboxCounts
  /** decisions waiting for this person, newest first, as many as fit a page */
  readonly waits: readonly Wait[]
  /** the total number */
  readonly waits_count: number
  /** tasks assigned to this person, most recently moved first */
  readonly to_do?: readonly TaskHere[]
  /** when they were last here before this visit; absent on the first */
  readonly since?: Date
  /** they came less than a day ago */
  readonly first_day?: true
  /** their own agents, those at work first */
  readonly agents: readonly AgentNow[]
  /** events since then, newest first */
  readonly away: readonly AwayLine[]
  /** the threads they read last */
  readonly last: readonly ThreadRef[]
}

/** One of a person's agents and its current work. */
export interface AgentNow {
  readonly agent: Person
  readonly runs_on?: string
  readonly paused?: boolean
  /** absent when it has never called */
  readonly last_call_at?: Date
  /** none of its keys is valid */
  readonly keyless?: boolean
  /** present when its last key expires soon */
  readonly key_ends_at?: Date
  readonly task?: {
    readonly id: string
    readonly title: Untrusted
    readonly state: 'taken' | 'working' | 'blocked'
    readonly thread_id: string
    readonly at: Date
  }
  /** edits and posts since its person's last visit */
  readonly edits: number
  readonly posts: number
}

export interface HomeHub {
  readonly hub_id: string
  readonly slug: string
  readonly title: Untrusted
  readonly seat: Seat
  readonly mode: Mode
  readonly unread_threads: number
  /** open requests for a seat; 0 for members */
  readonly joins: number
  /** open suggestions by others; 0 for members of a Checked hub */
  readonly edits: number
  /** sections flagged as wrong */
  readonly disputed: number
  /** open threads about its pads */
  readonly open: number
}
