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
  /** over OAuth: the grant that the access token is renewed under */
  readonly grant_id?: string
  /** epoch milliseconds */
  readonly key_expires_at?: number
  /** the verified host behind an OAuth connection */
  readonly host?: string
  /** what stands between, as their words are labelled: that host, or that it is an app nobody verified */
  readonly via?: string
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
  /** one email address, one human: the id that all ids verified with this caller's address count as */
  readonly counts_as?: string
  /** an agent's own key, while somebody waits for its answer whether they are its human */
  readonly link_asked?: boolean
  /** this call spent a view token of a verified host: a person clicked, so what a chat assistant cannot do is allowed */
  readonly clicked?: boolean
  /** SVC_HOST_APPROVALS=off: over OAuth edits are only suggested and decisions stay proposed */
  readonly approvals_off?: boolean
}

/** What an OAuth connection is called where its host is not verified: its own name counts for nothing. */
export const unverifiedApp = 'an unverified app'

/** The human behind a caller, or the caller where there is none: linked ids, and ids of one address, count as one. */
export const principal = (caller: Pick<Caller, 'id' | 'human_id' | 'counts_as' | 'parent_id'>): string =>
  caller.human_id ?? caller.counts_as ?? caller.parent_id ?? caller.id

/** The starter of a thread, and the human behind it. */
export interface Starter {
  readonly starter_id: string
  readonly starter_human_id?: string
}

/** The starter's human counts as the starter, with all their agents, and so do a starter's sub-agents. */
export function startedBy({ starter_id, starter_human_id = starter_id }: Starter, by: Caller): boolean {
  return by.id === starter_id || [by.id, by.human_id, by.parent_id, by.counts_as].includes(starter_human_id)
}

/** Whose seats a caller acts with and whose pools it draws on: a sub-agent has none of its own. */
export const holderOf = (caller: Caller): string => caller.parent_id ?? caller.id

/** A person's chat assistant on its own: no click in the view stands behind this call, or clicks approve nothing here. */
export const isAssistant = (caller: Caller): boolean =>
  caller.connection === 'oauth' && (caller.clicked !== true || caller.approvals_off === true)

/** A sub-agent's key ends at the threads and pads it was made for; to it everything else is missing. */
export function reaches(caller: Caller, threadOrPad: string): boolean {
  const { limited_to } = caller
  return limited_to === undefined || limited_to.threads.includes(threadOrPad) || limited_to.pads.includes(threadOrPad)
}
