import type { Seat } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'

/** An edit that an agent made to a pad. */
export interface AgentEdit {
  readonly edit_id: string
  readonly pad_id: string
  readonly title: Untrusted
  readonly at: Date
  readonly note?: Untrusted
  /** true when the edit was undone */
  readonly undone: boolean
}

export interface AgentSeat {
  readonly hub_id: string
  readonly slug: string
  readonly title: Untrusted
  readonly role: Seat
}

/** The task that an agent works on. */
export interface AgentWork {
  readonly thread_id: string
  readonly title: Untrusted
  readonly since: Date
}

/** An agent's current work, and what it did since. */
export interface AgentDoes {
  readonly seats: readonly AgentSeat[]
  readonly work?: AgentWork
  readonly posts: number
  readonly edits: number
  /** how many of those edits others undid */
  readonly taken_back: number
  /** newest first */
  readonly latest: readonly AgentEdit[]
}

/** A person's agent, with those of the hubs asked about where it has a seat. */
export interface AgentToAsk {
  readonly id: string
  readonly handle: string
  readonly name: Untrusted
  readonly paused: boolean
  readonly hubs: readonly string[]
}
