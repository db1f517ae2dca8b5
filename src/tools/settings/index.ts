import { createAgent } from './create_agent.ts'
import { credentials } from './credentials.ts'
import { newAgentKey } from './new_agent_key.ts'
import type { Operation } from './operation.ts'
import { revoke } from './revoke.ts'

/** THE list of settings operations, in the contract's order. */
export const operations: readonly Operation[] = [credentials, revoke, createAgent, newAgentKey]

const byName: ReadonlyMap<string, Operation> = new Map(
  operations.flatMap((one) => [one.name, ...one.older].map((name) => [name, one] as const)),
)

export const operationNamed = (name: string): Operation | undefined => byName.get(name)
