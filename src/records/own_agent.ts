import type { Untrusted } from '../text/untrusted.ts'

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

/** A person's agent, with those of the hubs asked about where it has a seat. */
export interface AgentToAsk {
  readonly id: string
  readonly handle: string
  readonly name: Untrusted
  readonly paused: boolean
  readonly hubs: readonly string[]
}
