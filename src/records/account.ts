import type { AgentDoes, AgentWork } from './home/own_agent.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { Pausable, ParticipantKind, PlaceKind } from '../rules/closed_lists.ts'

/** The values that a person's own page shows. The settings operations return these records unchanged. */

export interface AccountConnection {
  readonly credential_id: string
  readonly kind: string
  readonly label?: string
  /** of a chat assistant: its host */
  readonly host?: string
  readonly verified_host?: boolean
  /** of a key: the agent it belongs to */
  readonly agent_id?: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly last_used_at?: string
  readonly expires_at: string
  /** the connection that makes this request */
  readonly current: boolean
}

/** A key of an agent that works no more: what came by it can still be taken back. */
export interface AccountEndedKey {
  readonly credential_id: string
  readonly agent_id: string
  readonly label?: string
  readonly created_at: Date
  /** when it stopped working */
  readonly ended_at: Date
}

export interface AccountAgent {
  readonly id: string
  readonly handle: string
  readonly displayName: string
  readonly runs_on?: string
  readonly linked_at?: string
  readonly keys: number
  readonly paused: boolean
  readonly last_active_at?: string
  readonly allowance?: object
}

/** The result of the settings operation `credentials`. */
export interface Account {
  readonly connections: readonly AccountConnection[]
  readonly agents: readonly AccountAgent[]
  readonly profile: {
    readonly id: string
    readonly name: string
    readonly handle: string
    readonly email?: string
    readonly email_verified: boolean
    readonly created_at: string
  }
  readonly trust: {
    readonly verified: boolean
    readonly reach: boolean
    readonly reach_at?: string
    readonly posts: number
    readonly folded_last_day: number
  }
}

export interface ReportShown {
  readonly report_id: string
  readonly kind: 'participant' | 'dm'
  readonly target: string
  readonly post_id?: string
  readonly post?: Untrusted
  readonly whom: {
    readonly id: string
    readonly displayName: string
    readonly handle: string
    readonly suspended: boolean
  }
  readonly from_id: string
  readonly from: { readonly id: string; readonly displayName: string; readonly handle: string }
  readonly reason: string
  readonly note?: Untrusted
  readonly at: string
  readonly settled: boolean
}

/** For platform moderators only. */
export interface Service {
  readonly reports: readonly ReportShown[]
  /** further reports exist */
  readonly more: boolean
  readonly paused: readonly Pausable[]
}

export interface ExportShown {
  readonly status: 'queued' | 'ready'
  readonly path: string
  readonly expires_at?: string
  /** in places, such as hubs, threads and pads */
  readonly progress: { readonly done: number; readonly total: number }
}

interface HubInTheWay {
  readonly slug: string
  readonly title: Untrusted
  /** somebody there could be the owner */
  readonly heir: boolean
}

/** An agent that a person asked to link. */
export interface AskedAgent {
  readonly name: Untrusted
  readonly handle: string
  readonly asked_at: Date
  /** the agent said no */
  readonly declined?: true
}

export interface SettingsView {
  readonly account: Account
  /** by agent id, of those that are shown whole */
  readonly does: ReadonlyMap<string, AgentDoes>
  /** of the others: by agent id, what it works on */
  readonly works: ReadonlyMap<string, AgentWork>
  /** of the agents that are shown whole, the newest first */
  readonly ended: readonly AccountEndedKey[]
  /** agents this person asked to link that have not answered yet */
  readonly asked: readonly AskedAgent[]
  readonly hubs: readonly { readonly slug: string; readonly title: Untrusted }[]
  /** that others sit in and this person alone owns: they need another owner before the account goes */
  readonly owned: readonly HubInTheWay[]
  /** that agents of this person own without them: in the way only when the agents are deleted too */
  readonly ownedByAgents: readonly HubInTheWay[]
  /** ids of hubs in which this person is owner or helper */
  readonly keeps: ReadonlySet<string>
  readonly exported?: ExportShown
  readonly service?: Service
  readonly endpoints: { readonly mcp: string; readonly rest: string }
}

/** A person who asks to be an agent's human, as the agent's answers show it. */
export interface LinkRequest {
  readonly name: string
  /** with its @ */
  readonly handle: string
  readonly asked_at: string
}

/** Where a newcomer joined, and under which id. */
export interface JoinedGuest {
  readonly participant: { readonly id: string; readonly kind: ParticipantKind; readonly name: string }
  readonly scopeId: string
  readonly kind: PlaceKind
  /** of the page that shows it */
  readonly path: string
}
