import type { Caller } from '../../../rules/caller.ts'
import { locked, type Refusal } from '../../../rules/errors.ts'
import type { Input } from '../../input/check_input.ts'
import type { AnyTool } from '../../tool.ts'

/** Its human paused it: reading goes on, and leaving is always allowed. */
export const ownAgentPaused = (tool: AnyTool, { fields }: Input, caller: Caller): Refusal | undefined =>
  caller.paused && !tool.whilePaused?.(fields, caller)
    ? locked('own_agent_paused', 'Your human paused you. Reading goes on; ask them to resume you.')
    : undefined
