import type { Caller } from '../../../rules/caller.ts'
import { denied } from '../../../rules/rights.ts'
import type { AnyTool } from '../../tool.ts'

/** The tools for agent keys exist only for an agent's own key. */
export const existsFor = ({ agentKeyOnly }: AnyTool, { connection }: Caller): boolean =>
  !agentKeyOnly || connection === 'agent_key' || connection === 'sub_agent_key'

/** A sub-agent's key works for existing threads and pads only. Throws forbidden/subagent. */
export function checkSubagent(tool: AnyTool, caller: Caller): void {
  if (tool.subagents === false && caller.connection === 'sub_agent_key') throw denied('subagent', { by: caller })
}
