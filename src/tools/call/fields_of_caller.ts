import type { LinkRequest } from '../../records/account.ts'
import { present, unlessEmpty } from '../../records/present.ts'
import type { Caller } from '../../rules/caller.ts'
import { lifetimes } from '../../rules/limits.ts'
import { iso } from '../../rules/units.ts'
import type { ToolParts } from '../tool_parts.ts'
import { afterwards } from './afterwards.ts'

/** The common outputs that depend on the caller alone. */
export interface OfCaller {
  readonly linked_to?: object
  readonly acting_as?: object
  /** of an agent without a human: who asks to be theirs */
  readonly link_requests?: readonly LinkRequest[]
  readonly key_expires_at?: string
}

export async function fieldsOfCaller(parts: ToolParts, caller: Caller): Promise<OfCaller> {
  const { id, acting_for, connection, key_expires_at: expires } = caller
  const beside = Promise.all([parts.humanLabels.linkedTo(caller), parts.linkRequests.to(caller)])
  const [linked_to, asking] = (await afterwards(parts.log, beside)) ?? []
  const soon = expires !== undefined && expires - parts.clock.now() <= lifetimes.keyExpiresShown
  return present({
    linked_to,
    acting_as: acting_for === undefined ? undefined : { id, kind: 'agent' },
    link_requests: unlessEmpty(asking),
    key_expires_at: soon && connection.endsWith('agent_key') ? iso(expires) : undefined,
  })
}
