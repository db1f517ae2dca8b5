import type { Sql } from '../../sql/client.ts'
import { agentHandles, agentNamed } from '../../sql/reads/account/agent_named.ts'
import { present } from '../records/present.ts'
import type { Caller } from '../rules/caller.ts'
import { invalid, notFound } from '../rules/errors.ts'
import { inputs } from '../rules/limits.ts'
import { ownPart, typedHandle } from '../text/names/handles.ts'

/** The caller whose rights and allowance a call uses: over OAuth the person, or the agent that as_agent names. */
export const speaker = async (sql: Sql, caller: Caller, as_agent: string | undefined): Promise<Caller> =>
  caller.connection === 'oauth' && as_agent !== undefined ? actingAs(sql, caller, as_agent) : caller

/**
 * Returns the caller for a person's chat assistant that acts as one of their agents: with that agent's seats and
 * allowance, and still without a click. `named` is what agentNamed takes: an id, a handle or its first part, an earlier
 * one, or a display name. What the agent writes is labelled with agent, human and host (render/markdown/author_line.ts).
 * Throws not_found/not_your_agent, which lists the person's agents.
 */
async function actingAs(sql: Sql, human: Caller, named: string): Promise<Caller> {
  const agent = await agentOf(sql, human.id, typedHandle(named))
  const { counts_as: _, ...connected } = human
  return {
    ...connected,
    id: agent.id,
    kind: 'agent',
    handle: agent.handle,
    human_id: human.id,
    acting_for: human.id,
    ...present({ paused: agent.paused || undefined }),
  }
}

async function agentOf(sql: Sql, human: string, named: string) {
  const agent = await agentNamed(sql, human, named)
  if (agent) return agent
  const your_agents = (await agentHandles(sql, human, inputs.agentsNamed)).map((handle) => `@${handle}`)
  const way = your_agents.length > 0 ? `as_agent can be ${your_agents.join(', ')}.` : 'You have none yet.'
  throw notFound('not_your_agent', `You have no such agent. ${way}`, { your_agents })
}

/** Checks before a delayed answer what `speaker` checked: throws when the agent is the person's no longer. */
export async function stillSpeaks(sql: Sql, human: string, agent: string): Promise<void> {
  await agentOf(sql, human, agent)
}

/**
 * An agent's own key acts for that agent only. as_agent is read from the raw arguments, because the agent's schemas do
 * not list it and ignoring it would write under another name than the one requested.
 */
export function checkActsAsItself(sent: unknown, caller: Caller): void {
  const named = (sent as Record<string, unknown>)['as_agent']
  if (named === undefined || named === null || named === '' || caller.connection === 'oauth') return
  const own = [caller.id, caller.handle, ownPart(caller.handle)]
  if (typeof named === 'string' && own.includes(typedHandle(named))) return
  throw invalid('other_agent', 'This connection cannot act as another one. Leave as_agent unset.')
}
