import type { HubItem, HubPage } from './hub_page.ts'
import type { Member, LogLine } from './opened_hub.ts'
import type { LiveInvite } from './live_invite.ts'
import type { Person } from '../person.ts'
import type { AllowedHubActs } from '../../rules/hub_acts.ts'
import type { Audience } from '../../rules/hub_audience.ts'
import type { Seat } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'

export interface HubView extends HubPage {
  readonly kind: 'hub'
  readonly items: readonly HubLine[]
  /** there are more pads than fit on the first page */
  readonly more_pads?: boolean
  /** the reader's rights here, from the table of rights */
  readonly may: AllowedHubActs
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
  readonly members?: readonly Member[]
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

interface Takeover {
  readonly by: Person
  readonly takes_effect_at: Date
  /** for the owner */
  readonly note?: Untrusted
}

/** The members of a hub, thread or pad, paged. */
export interface MembersView {
  readonly kind: 'hub'
  readonly hub_id: string
  readonly scope_id: string
  readonly audience: Audience
  readonly members: readonly Member[]
  readonly members_count: number
  readonly next_cursor?: string
}

export interface InvitesView {
  readonly kind: 'hub'
  readonly invites: readonly LiveInvite[]
}
