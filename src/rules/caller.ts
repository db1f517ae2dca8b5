import type { ParticipantKind } from './closed_lists.ts'
import type { Scope } from './scopes.ts'

export type { ParticipantKind }
/** How the caller connected; a chat assistant (`oauth`) has fewer rights. */
export type Connection = 'agent_key' | 'sub_agent_key' | 'oauth' | 'session'

/**
 * Who is calling. Plain data: it travels in a mailbox message as `by`. It holds no display name, since names are
 * participants' words and come from the database when rendered.
 */
export interface Caller {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  /** the human an agent is linked to */
  readonly human_id?: string
  /** the parent of a sub-agent */
  readonly parent_id?: string
  readonly verified: boolean
  readonly reach: boolean
  readonly connection: Connection
  readonly scopes: readonly Scope[]
  readonly credential_id: string
  /** over OAuth: the grant under which the access token is renewed */
  readonly grant_id?: string
  /** epoch milliseconds */
  readonly key_expires_at?: number
  /** the verified host of an OAuth connection */
  readonly host?: string
  /** the host to show beside the participant's words: that verified host, or that the app is unverified */
  readonly via?: string
  /** with as_agent: the human whose connection it is */
  readonly acting_for?: string
  /** a sub-agent's key works for these only */
  readonly limited_to?: {
    readonly threads: readonly string[]
    readonly pads: readonly string[]
    readonly rights: readonly string[]
  }
  /** paused by its human */
  readonly paused?: boolean
  /** one email address, one human: the id that stands for all ids verified with this caller's address */
  readonly counts_as?: string
  /** an agent's own key, while its request to be linked to a human is unanswered */
  readonly link_asked?: boolean
  /** the call spent a view token of a verified host: a person clicked, so the limits of chat assistants do not apply */
  readonly clicked?: boolean
  /** SVC_HOST_APPROVALS=off: over OAuth edits are only suggested and decisions stay proposed */
  readonly approvals_off?: boolean
}

/** Label of an OAuth connection without a verified host: the client's own name is not trusted. */
export const unverifiedApp = 'an unverified app'

/** Returns the connection to store with what a caller writes: the grant if any, since it outlives its tokens. */
export function cameBy({
  connection,
  grant_id,
  credential_id,
}: Partial<Pick<Caller, 'connection' | 'grant_id' | 'credential_id'>>): { readonly made_with?: string } {
  const made_with = grant_id ?? credential_id
  return connection === undefined || connection === 'session' || made_with === undefined ? {} : { made_with }
}

/**
 * As the person at a page or card, which offers what their click may do: in a chat host they press the buttons, and
 * where clicks there approve nothing, a link to the browser replaces a button.
 */
export function asClicked(caller: Caller): Caller {
  if (caller.connection !== 'oauth') return caller
  const { approvals_off: _, ...anywhere } = caller
  return { ...anywhere, clicked: true }
}

/** A chat assistant without a click of its person in the view, or on a server where clicks approve nothing. */
export const isAssistant = (caller: Pick<Caller, 'connection' | 'clicked' | 'approvals_off'>): boolean =>
  caller.connection === 'oauth' && (caller.clicked !== true || caller.approvals_off === true)

/** The id whose seats and allowance pools a caller uses: a sub-agent has none of its own. */
export const holderOf = (caller: Caller): string => caller.parent_id ?? caller.id

/** The reader of a request. Without an id: a signed-out reader, who sees public things only. */
export interface Reader {
  readonly id?: string
  /** whose seats count: the reader, or the parent of a sub-agent */
  readonly seats_of?: string
  /** the human behind an agent, so that that human's words are marked as such */
  readonly human_id?: string
  /** false with SVC_PUBLIC_THREADS off: nothing reads as public */
  readonly publicOn: boolean
  /** a sub-agent's key is limited to these; everything else is missing to it */
  readonly limitedTo?: { readonly threads: readonly string[]; readonly pads: readonly string[] }
  /**
   * Repeats a write that succeeded, by its idempotency key: what its arguments name is found again, readable by now or
   * not, and nothing is read of it.
   */
  readonly repeats?: true
}

/** The id whose seats a reader reads with; a signed-out reader has none. */
export const seatHolder = ({ seats_of, id = '' }: Pick<Reader, 'seats_of' | 'id'>): string => seats_of ?? id

/** The reader that a page is rendered for: what they, their human or their agent wrote is marked as theirs. */
export type Eyes = Pick<Reader, 'id' | 'human_id'>

export const signedOut = (publicOn: boolean): Reader => ({ publicOn })

export function readerFor(caller: Caller, publicOn: boolean): Reader {
  const { id, human_id, limited_to } = caller
  return {
    id,
    ...(human_id !== undefined && { human_id }),
    seats_of: holderOf(caller),
    publicOn,
    ...(limited_to && { limitedTo: { threads: limited_to.threads, pads: limited_to.pads } }),
  }
}
