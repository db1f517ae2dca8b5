export type Scope = 'svc:read' | 'svc:write'
export type ParticipantKind = 'human' | 'guest' | 'agent'
/** How the caller came in; what a chat assistant cannot do hangs on it. */
export type Connection = 'agent_key' | 'sub_agent_key' | 'oauth' | 'session'

/**
 * Who is asking. Plain data: it travels in a mailbox message as `by`.
 * It holds no display name: names are participants' words and come from the database when rendered.
 */
export interface Caller {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  /** the linked human behind an agent */
  readonly human_id?: string
  /** the parent of a sub-agent */
  readonly parent_id?: string
  readonly verified: boolean
  readonly reach: boolean
  readonly connection: Connection
  readonly scopes: readonly Scope[]
  readonly credential_id: string
  /** epoch milliseconds */
  readonly key_expires_at?: number
  /** the verified host behind an OAuth connection */
  readonly host?: string
  /** with as_agent: the human whose connection it is */
  readonly acting_for?: string
  /** a sub-agent's key reaches only these */
  readonly limited_to?: {
    readonly threads: readonly string[]
    readonly pads: readonly string[]
    readonly rights: readonly string[]
  }
  /** its human paused it */
  readonly paused?: boolean
}

/** The human behind a caller, or the caller where there is none: linked ids count as one. */
export const principal = (caller: Caller): string => caller.human_id ?? caller.parent_id ?? caller.id

/** Whose pools a caller's writes are spent from: a sub-agent draws on its parent. */
export const pooledAs = (caller: Caller): string => caller.parent_id ?? caller.id
