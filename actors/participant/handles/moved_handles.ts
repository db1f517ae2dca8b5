import { registration } from '../../../src/rules/limits.ts'
import { handleUnder, handleWithSuffix, isReserved, ownPart } from '../../../src/text/names/handles.ts'
import { reserveHandles } from '../../../sql/outside_actors/claims/handle.ts'
import type { Sql } from '../../../sql/client.ts'

interface Agent {
  readonly id: string
  readonly handle: string
}

interface Moved {
  readonly id: string
  readonly from: string
  readonly to: string
}

interface To {
  /** the human's handle to move under; absent: moves out from under it */
  readonly under?: string
  readonly now: number
  /** until when the new handles are reserved */
  readonly until: number
}

/**
 * Reserves another handle for each agent: the same own part, with -2, -3 … when that is taken. An agent for which none
 * is free keeps its handle.
 */
export async function movedHandles(sql: Sql, agents: readonly Agent[], { under, now, until }: To): Promise<Moved[]> {
  const moved: Moved[] = []
  let left = agents
  for (let n = 1; n <= registration.handleNumbers && left.length > 0; n++) {
    const wanted = left.map(({ id, handle: from }) => {
      const own = ownPart(from)
      const least = under === undefined && isReserved(own) ? n + 1 : n
      const named = least === 1 ? own : handleWithSuffix(own, least)
      return { id, from, to: under === undefined ? named : handleUnder(named, under) }
    })
    const claims = wanted.map(({ id, to }) => ({ handle: to, participant_id: id }))
    // two agents cut to the same name: only one per round claims it
    const asked = [...new Map(claims.map((claim) => [claim.handle, claim])).values()]
    const got = await reserveHandles(sql, asked, now, until)
    const mine = new Set(asked.filter(({ handle }) => got.has(handle)).map(({ participant_id }) => participant_id))
    moved.push(...wanted.filter(({ id }) => mine.has(id)))
    left = left.filter(({ id }) => !mine.has(id))
  }
  return moved
}
