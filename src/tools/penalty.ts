import { answersFor, forgetReach } from '../reading/reach.ts'
import { type Caller, principal } from '../rules/caller.ts'
import { penalisedFoldReasons } from '../rules/lists.ts'
import { afterwards } from './afterwards.ts'
import type { ToolParts } from './parts.ts'

type Parts = Pick<ToolParts, 'sql' | 'credentials' | 'log'>

/** Whether a fold for this reason costs reach for a day: its author's, and that of everybody linked to them. */
export const costsReach = (reason: string | undefined): boolean =>
  (penalisedFoldReasons as readonly (string | undefined)[]).includes(reason)

/** What the caller just wrote folded itself: where that costs reach, they are without it from here on. */
export async function penalised(parts: Parts, caller: Caller, folded: string | undefined): Promise<void> {
  if (costsReach(folded)) await reachMoved(parts, [caller.id, principal(caller)])
}

/** A post, thread or pad was folded, or shown again, in a way that moves its author's reach. */
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
