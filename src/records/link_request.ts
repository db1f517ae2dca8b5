/** A person who asks to be an agent's human, as the agent's answers show it. */
export interface LinkRequest {
  readonly name: string
  /** with its @ */
  readonly handle: string
  readonly asked_at: string
}
