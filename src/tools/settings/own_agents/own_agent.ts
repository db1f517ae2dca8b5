import type { Caller } from '../../../rules/caller.ts'
import { forbidden, notFound } from '../../../rules/errors.ts'
import { agentOf, type NamedAgent } from '../../../reading/account/account.ts'
import type { Sql } from '../../../../sql/client.ts'

/** Throws forbidden/not_yours unless the caller is a signed-in person. */
export function requirePerson(caller: Caller): void {
  if (caller.kind !== 'human') throw forbidden('not_yours', 'Only a signed-in person can do that. Sign in first.')
}

/** Returns one of the caller's agents; another person's reads as missing. */
export async function ownAgent(sql: Sql, caller: Caller, agentId: string): Promise<NamedAgent> {
  requirePerson(caller)
  const agent = await agentOf(sql, caller.id, agentId)
  if (!agent) throw notYours()
  return agent
}

export const notYours = () =>
  notFound('not_your_agent', 'You have no such agent. The operation credentials lists yours.')
