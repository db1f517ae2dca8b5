import { type Caller, signedOut } from '../../../rules/caller.ts'
import { readableHub } from '../../../reading/hub/hub_named.ts'
import { denied } from '../../../rules/rights.ts'
import type { Fields } from '../../input/sent_fields.ts'
import type { ToolParts } from '../../tool_parts.ts'
import type { AnyTool } from '../../tool.ts'

/** The tools for agent keys exist only for an agent's own key. */
export const existsFor = ({ agentKeyOnly }: AnyTool, { connection }: Caller): boolean =>
  !agentKeyOnly || connection === 'agent_key' || connection === 'sub_agent_key'

/**
 * A sub-agent's key works for existing threads and pads only. Throws forbidden/subagent, and what a missing hub throws for
 * one that only those with a seat can see.
 */
export async function checkSubagent(
  { sql, config }: Pick<ToolParts, 'sql' | 'config'>,
  tool: AnyTool,
  { hub }: Fields,
  caller: Caller,
): Promise<void> {
  if (tool.subagents !== false || caller.connection !== 'sub_agent_key') return
  // to join is to ask, which a private hub may be
  if (typeof hub === 'string' && tool.name !== 'join_hub') await readableHub(sql, signedOut(config.publicThreads), hub)
  throw denied('subagent', { by: caller })
}
