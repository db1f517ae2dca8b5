import type { AgentToAsk } from '../records/own_agent.ts'
import type { LiveInvite } from '../records/live_invite.ts'
import type { LogLine } from '../records/log_line.ts'
import type { InboxItem } from '../records/inbox_item.ts'
import type { ThreadAct } from '../rules/thread_standing.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { DmLine, DmPage } from './dm.ts'
import type { EditLine, HubPage, HubRef, PadPage, PadRef, Person, SearchPage, TaskLine, ThreadPage } from './model.ts'
import type { HubItem } from '../records/hub_item.ts'
import type { HubSeen } from '../records/hub_seen.ts'
import type { HubAct } from '../rules/hub_acts.ts'
import type { Allowed } from '../rules/rights.ts'
import type { SectionRef, Wait } from './waits.ts'

/**
 * The values that pages and cards show, one type for each kind. src/reading returns them; pages and cards draw the same
 * value. In memory times are Dates; in JSON they are strings, which only `viewOf` parses.
 */

type Seat = 'owner' | 'helper' | 'member'

export interface HomeView {
  readonly kind: 'home'
  readonly me: {
    readonly id: string
    readonly kind: 'human' | 'guest' | 'agent'
    /** including the @ */
    readonly handle: string
    readonly verified: boolean
    readonly reach: boolean
    readonly runs_on?: string
  }
  readonly hubs: readonly HomeHub[]
  readonly tasks: {
    readonly assigned: number
    readonly working: number
    readonly blocked: number
    readonly to_review: number
  }
  readonly waiting: {
    readonly edits: number
    readonly joins: number
    readonly dm_requests: number
    readonly dms_unread: number
  }
  readonly inbox: InboxStanding
  /** decisions waiting for this person, newest first, as many as fit a page */
  readonly waits: readonly Wait[]
  /** the total number */
  readonly waits_count: number
  /** tasks assigned to this person, most recently moved first */
  readonly to_do?: readonly TaskHere[]
  /** when they were last here before this visit; absent on the first */
  readonly since?: Date
  /** their own agents, those at work first */
  readonly agents: readonly AgentNow[]
  /** events since then, newest first */
  readonly away: readonly AwayLine[]
  /** the threads they read last */
  readonly last: readonly { readonly id: string; readonly title: Untrusted }[]
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

/** An event of a person's absence. */
export type AwayLine =
  | AwayEdit
  | (AwayOnPad & { readonly kind: 'taken_back'; readonly of: Person; readonly undoable: boolean })
  | AwayTask
  | AwayThread
  | { readonly kind: 'told'; readonly at: Date; readonly item: InboxLine }

interface AwayOnPad {
  readonly at: Date
  readonly by: Person
  readonly hub: HubSeen
  readonly pad: PadRef
  readonly edit_id: string
  readonly note?: Untrusted
}

/** An edit by one of their agents; of several in one pad the newest. */
export interface AwayEdit extends AwayOnPad {
  readonly kind: 'edit'
  readonly section?: SectionRef
  readonly edits: number
  readonly added_chars: number
  readonly removed_chars: number
  /** the edit is still in effect and can be undone with one click */
  readonly undoable: boolean
}

export interface AwayTask {
  readonly kind: 'task'
  readonly at: Date
  readonly by: Person
  readonly hub: HubSeen
  readonly task: { readonly id: string; readonly title: Untrusted }
  readonly state: 'taken' | 'working' | 'blocked' | 'done'
  readonly thread: { readonly id: string; readonly title: Untrusted }
  readonly note?: Untrusted
}

/** New posts in a thread that the person reads. */
export interface AwayThread {
  readonly kind: 'thread'
  readonly at: Date
  /** author of the newest post */
  readonly by: Person
  readonly hub: HubSeen
  readonly thread: { readonly id: string; readonly title: Untrusted }
  readonly by_people: number
  readonly by_agents: number
  /** author of the post that is now marked as the answer */
  readonly answered_by?: Person
}

export interface HomeHub {
  readonly hub_id: string
  readonly slug: string
  readonly title: Untrusted
  readonly seat: Seat
  readonly mode: 'open' | 'checked'
  readonly unread_threads: number
  readonly joins: number
  readonly edits: number
  /** sections flagged as wrong */
  readonly disputed: number
  /** open threads about its pads */
  readonly open: number
}

export interface InboxStanding {
  readonly last_seq: number
  readonly acked_seq: number
  readonly unacked: number
  readonly direct: number
  readonly work: number
  readonly room: number
  readonly account: number
}

export interface HubView extends HubPage {
  readonly kind: 'hub'
  readonly items: readonly HubLine[]
  /** there are more pads than fit on the first page */
  readonly more_pads?: boolean
  /** the reader's rights here, from the table of rights */
  readonly may: Allowed<HubAct>
  /** how a reader without a seat can join */
  readonly way?: 'joins' | 'removed'
  readonly agents_count: number
  /** the first of its members */
  readonly people: readonly Seated[]
  readonly at_work: readonly AtWork[]
  readonly tasks: { readonly going: number; readonly open: number }
  /** the reader's own agents */
  readonly own_agents: readonly OwnAgentHere[]
  /** requests for a seat; for owner and helpers only */
  readonly asking: readonly AskingHere[]
  /** a request to take over the hub */
  readonly takeover?: Takeover
  /** the participant who paused the agents here */
  readonly pauser?: Person
  readonly members?: readonly MemberLine[]
  readonly log?: readonly LogLine[]
}

/** A thread or pad in a hub's list, with its last event. */
export interface HubLine extends HubItem {
  readonly last?: {
    readonly by: Person
    readonly at: Date
    /** the beginning of a post, or the note of an edit */
    readonly said?: Untrusted
  }
  /** posts since the reader's last visit */
  readonly unread?: number
}

export interface Seated {
  readonly person: Person
  readonly seat: Seat
  readonly paused?: boolean
}

/** A participant and the task they work on. */
export interface AtWork {
  readonly person: Person
  readonly paused?: boolean
  readonly task_id: string
  readonly thread_id: string
  readonly title: Untrusted
  readonly state: 'taken' | 'working'
  readonly at: Date
}

export interface OwnAgentHere {
  readonly id: string
  readonly name: Untrusted
  readonly handle: string
  readonly seated: boolean
}

export interface AskingHere {
  readonly person: Person
  readonly at: Date
  readonly note?: Untrusted
}

export interface Takeover {
  readonly by: Person
  readonly takes_effect_at: Date
}

export interface MemberLine {
  readonly id: string
  readonly kind: 'human' | 'guest' | 'agent'
  readonly handle: string
  readonly name: Untrusted
  readonly seat: Seat
  readonly human_id?: string
}

/** The members of a hub, thread or pad, paged. */
export interface MembersView {
  readonly kind: 'hub'
  readonly hub_id: string
  readonly scope_id: string
  readonly audience: 'public' | 'private'
  readonly members: readonly MemberLine[]
  readonly members_count: number
  readonly next_cursor?: string
}

export interface InvitesView {
  readonly kind: 'hub'
  readonly invites: readonly LiveInvite[]
}

export interface PadView extends PadPage {
  readonly kind: 'pad'
}

export interface HistoryView extends PadRef {
  readonly kind: 'pad'
  readonly version: number
  readonly from_version?: number
  readonly to_version?: number
  readonly edits: readonly EditLine[]
  readonly difference?: readonly {
    readonly block_id: string
    readonly change: 'added' | 'changed' | 'removed' | 'moved'
    readonly before?: Untrusted
    readonly after?: Untrusted
  }[]
  readonly next_cursor?: string
}

export interface ThreadView extends ThreadPage {
  readonly kind: 'thread'
  /** how far the reader had read before this visit, and when */
  readonly read_seq?: number
  readonly read_at?: Date
  /** the reader's rights here; absent when signed out */
  readonly may?: readonly ThreadAct[]
  readonly seat?: Seat
  /** the reader has no seat in the hub and can take one */
  readonly joinable?: boolean
  /** the reader was removed from here */
  readonly removed?: boolean
  /** its recent authors, in order of their first post */
  readonly talking?: readonly Person[]
  /** agents currently waiting for changes of this thread */
  readonly reading?: readonly Person[]
}

export interface InboxView {
  readonly kind: 'inbox'
  readonly items: readonly InboxLine[]
  readonly more: boolean
  readonly inbox: InboxStanding
  /** decisions waiting for the reader */
  readonly waits_count: number
}

export interface InboxLine extends InboxItem {
  /** its subject in words, limited to what the reader may still see */
  readonly about?: ToldAbout
  /** the record behind it, when it waits for the reader's decision */
  readonly wait?: Wait
}

export interface ToldAbout {
  readonly from?: Person
  readonly hub?: HubRef
  readonly thread?: { readonly id: string; readonly title: Untrusted }
  readonly pad?: PadRef
  readonly section?: SectionRef
  /** title of a task */
  readonly task?: Untrusted
  /** text of a decision */
  readonly decision?: Untrusted
  /** the beginning of a post */
  readonly said?: Untrusted
}

export interface TaskHere {
  readonly task: TaskLine
  readonly thread: { readonly id: string; readonly title: Untrusted }
  readonly hub: HubSeen
}

/** The tasks of a person and their agents, by what is to be done with them. */
export interface TasksDesk {
  readonly to_check: readonly TaskHere[]
  readonly at_work: readonly TaskHere[]
  readonly open: readonly TaskHere[]
  readonly done: readonly TaskHere[]
  /** tasks in progress in the person's hubs, of all participants; only when asked for */
  readonly everybody?: readonly TaskHere[]
  readonly agents: readonly AgentToAsk[]
}

export interface TasksView extends SearchPage {
  readonly kind: 'tasks'
  /** the same tasks, with the moves that the reader may make */
  readonly tasks?: readonly TaskHere[]
}

export interface DmView extends DmPage {
  readonly kind: 'dm'
  /** how far the reader had read before this visit, and when */
  readonly read_seq?: number
  readonly read_at?: Date
  /** the reader's rights on its posts */
  readonly may: readonly ThreadAct[]
  /** hubs of both participants, with the other one's seat */
  readonly shared: readonly { readonly slug: string; readonly title: Untrusted; readonly seat: Seat }[]
}

export interface DmsView {
  readonly kind: 'dm'
  readonly dms: readonly DmLine[]
  readonly next_cursor?: string
}

export interface SearchView extends SearchPage {
  readonly kind: 'search'
  /** participants who share a hub with the reader and whose names start with the query */
  readonly people?: readonly Person[]
}

export type View =
  | HomeView
  | HubView
  | MembersView
  | InvitesView
  | PadView
  | HistoryView
  | ThreadView
  | InboxView
  | TasksView
  | DmView
  | DmsView
  | SearchView

/** Fields that hold a time, in any object. */
const times: ReadonlySet<string> = new Set([
  'answered',
  'at',
  'created',
  'created_at',
  'due',
  'edited',
  'expires_at',
  'goes_in_at',
  'guide_updated',
  'idle',
  'key_ends_at',
  'last_call_at',
  'leased_until',
  'read_at',
  'requested',
  'since',
  'takes_effect_at',
  'until',
  'updated',
])

/** A field of one of these names may also hold participants' words: only text in exactly our own format is a time. */
const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const revive = (field: string, value: unknown): unknown =>
  typeof value === 'string' && times.has(field) && isTime.test(value) ? new Date(value) : value

/** The only place that gives parsed JSON these types; times become Dates again. */
export function viewOf(json: unknown): View {
  return revived(json) as View
}

function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, revive(field, revived(inner))]))
}
