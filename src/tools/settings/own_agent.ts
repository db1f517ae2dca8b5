import type { Caller } from '../../rules/caller.ts'
import { forbidden, notFound } from '../../rules/errors.ts'
import { agentOf, type OwnAgent } from '../../reading/account.ts'
import type { Sql } from '../../../sql/client.ts'

/** What only a signed-in person may do with agents. */
export function asPerson(caller: Caller): void {
  if (caller.kind !== 'human') throw forbidden('not_yours', 'Only a signed-in person has agents. Sign in first.')
}

/** One of the caller's agents; anybody else's reads as missing. */
export async function ownAgent(sql: Sql, caller: Caller, agentId: string): Promise<OwnAgent> {
  asPerson(caller)
  const agent = await agentOf(sql, caller.id, agentId)
  if (!agent) throw notYours()
  return agent
}

export const notYours = () =>
  notFound('not_your_agent', 'You have no such agent. The operation credentials lists yours.')
