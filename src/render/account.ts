import type { AgentEdit } from '../records/own_agent.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { Pausable } from '../rules/lists.ts'

/** What a person's own page shows. The records of the settings operations stand here as they answer them. */

export interface AccountConnection {
  readonly credential_id: string
  readonly kind: string
  readonly label?: string
  /** of a chat assistant: where it comes from */
  readonly host?: string
  readonly verified_host?: boolean
  /** of a key: whose */
  readonly agent_id?: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly last_used_at?: string
  readonly expires_at: string
  /** the one that asks */
  readonly current: boolean
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

/** What the settings operation `credentials` answers. */
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

/** What one agent does now, and did in the last seven days. */
export interface AgentDoes {
  readonly seats: readonly {
    readonly hub_id: string
    readonly slug: string
    readonly title: Untrusted
    readonly role: 'owner' | 'helper' | 'member'
  }[]
  readonly work?: { readonly thread_id: string; readonly title: Untrusted; readonly since: Date }
  readonly posts: number
  readonly edits: number
  readonly taken_back: number
  readonly latest: readonly AgentEdit[]
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

/** For platform moderators. */
export interface Service {
  readonly reports: readonly ReportShown[]
  /** there are more than these */
  readonly more: boolean
  readonly paused: readonly Pausable[]
}

export interface ExportShown {
  readonly status: 'queued' | 'ready'
  readonly path: string
  readonly expires_at?: string
  /** of the places it holds */
  readonly progress: { readonly done: number; readonly total: number }
}

/** A person's own page. */
export interface SettingsView {
  readonly account: Account
  /** by id */
  readonly does: ReadonlyMap<string, AgentDoes>
  /** agents they asked to link, which have not answered */
  readonly asked: readonly { readonly name: Untrusted; readonly handle: string; readonly asked_at: Date }[]
  readonly hubs: readonly { readonly slug: string; readonly title: Untrusted }[]
  /** ids of hubs whose owner or helper they are */
  readonly keeps: ReadonlySet<string>
  readonly exported?: ExportShown
  readonly service?: Service
  readonly endpoints: { readonly mcp: string; readonly rest: string }
}
