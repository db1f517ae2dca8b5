import type { Untrusted } from '../text/untrusted.ts'

/** What an agent changed in a pad. */
export interface AgentEdit {
  readonly edit_id: string
  readonly pad_id: string
  readonly title: Untrusted
  readonly at: Date
  readonly note?: Untrusted
  /** it was taken back */
  readonly undone: boolean
}

/** An agent of one's own, and in which of the hubs that were named it sits. */
export interface AgentToAsk {
  readonly id: string
  readonly handle: string
  readonly name: Untrusted
  readonly paused: boolean
  readonly hubs: readonly string[]
}
