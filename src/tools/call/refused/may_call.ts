import { actingAs } from '../../../identity/as_agent.ts'
import type { Caller } from '../../../rules/caller.ts'
import { forbidden } from '../../../rules/errors.ts'
import { denied } from '../../../rules/rights.ts'
import type { Input } from '../../input/schema.ts'
import type { ToolParts } from '../../parts.ts'
import type { AnyTool } from '../../tool.ts'

/** The tools for agent keys exist only for an agent's own key. */
export const existsFor = ({ agentKeyOnly }: AnyTool, { connection }: Caller): boolean =>
  !agentKeyOnly || connection === 'agent_key' || connection === 'sub_agent_key'

export function checkScope(tool: AnyTool, caller: Caller): void {
  const may = caller.scopes.includes('svc:write') || (tool.kind === 'read' && caller.scopes.includes('svc:read'))
  if (!may)
    throw forbidden(
      'scope',
      `${tool.name} needs the scope ${tool.kind === 'read' ? 'svc:read' : 'svc:write'}. Ask for it when you connect.`,
    )
}

/** A sub-agent's key works for existing threads and pads only. Throws forbidden/subagent. */
export function checkReach(tool: AnyTool, caller: Caller): void {
  if (tool.subagents === false && caller.connection === 'sub_agent_key') throw denied('subagent', { by: caller })
}

/** The caller whose rights and allowance the call uses: over OAuth the person, or the agent that as_agent names. */
export const speaker = async (
  { sql }: ToolParts,
  { common: { as_agent } }: Pick<Input, 'common'>,
  caller: Caller,
): Promise<Caller> =>
  caller.connection === 'oauth' && as_agent !== undefined ? actingAs(sql, caller, as_agent) : caller
