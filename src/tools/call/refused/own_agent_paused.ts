import type { Caller } from '../../../rules/caller.ts'
import { locked, type Refusal } from '../../../rules/errors.ts'

/** Its human paused it: reading goes on. */
export const ownAgentPaused = (caller: Caller): Refusal | undefined =>
  caller.paused
    ? locked('own_agent_paused', 'Your human paused you. Reading goes on; ask them to resume you.')
    : undefined
