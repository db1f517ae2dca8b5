import { responsibleIds } from '../../../reading/account/reach.ts'
import type { Caller } from '../../../rules/caller.ts'
import { principal } from '../../../rules/one_human.ts'
import { afterwards } from '../afterwards.ts'
import type { ToolParts } from '../../tool_parts.ts'

type Parts = Pick<ToolParts, 'sql' | 'reach' | 'credentials' | 'log'>

/**
 * Drops cached reach after a write of the caller was folded at once, which costs them reach for a day. The cached reach
 * of linked ids is dropped with it.
 */
export async function dropOwnReach(parts: Parts, caller: Caller, folded: string | undefined): Promise<void> {
  if (folded !== undefined) await reachMoved(parts, [caller.id, principal(caller)])
}

/** Drops the cached reach of an author whose post, thread or pad was folded or shown again. */
export const dropAuthorReach = async (parts: Parts, postThreadOrPad: string): Promise<void> =>
  afterwards(
    parts.log,
    responsibleIds(parts.sql, postThreadOrPad).then((ids) => reachMoved(parts, ids)),
  )

/** Drops the cached reach of these participants and of those linked to them, on every instance. */
async function reachMoved(
  { reach, credentials }: Pick<Parts, 'reach' | 'credentials'>,
  participants: readonly string[],
): Promise<void> {
  reach.forget(participants)
  await credentials.changed({ participants })
}
