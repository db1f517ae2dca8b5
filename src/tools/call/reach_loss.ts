import { answersFor, forgetReach } from '../../reading/reach.ts'
import { type Caller, principal } from '../../rules/caller.ts'
import { afterwards } from './afterwards.ts'
import type { ToolParts } from '../parts.ts'

type Parts = Pick<ToolParts, 'sql' | 'credentials' | 'log'>

/**
 * What the caller just wrote folded itself: they are without reach from here on, for a day. What that costs those who are
 * linked to them is looked up anew with theirs.
 */
export async function penalised(parts: Parts, caller: Caller, folded: string | undefined): Promise<void> {
  if (folded !== undefined) await reachMoved(parts, [caller.id, principal(caller)])
}

/** A post, thread or pad was folded, or shown again: that moves its author's reach. */
export const authorPenalised = async (parts: Parts, postThreadOrPad: string): Promise<void> =>
  afterwards(
    parts.log,
    answersFor(parts.sql, postThreadOrPad).then((ids) => reachMoved(parts, ids)),
  )

/** Nothing here goes on remembering the reach of these and of those linked to them. */
async function reachMoved({ sql, credentials }: Parts, participants: readonly string[]): Promise<void> {
  forgetReach(sql, participants)
  await credentials.changed({ participants })
}
