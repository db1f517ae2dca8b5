import type { Caller } from '../../../src/rules/caller.ts'
import { forbidden } from '../../../src/rules/errors.ts'
import type { Participant } from '../state.ts'

/** Throws for a sub-agent's key: only the agent itself may decide this. */
export function checkOwnKey(by: Caller, agent: Participant): void {
  if (by.connection === 'sub_agent_key' || agent.parent_id !== undefined) {
    throw forbidden('subagent', 'A sub-agent’s key does not reach that. Ask the agent that made it.')
  }
}
