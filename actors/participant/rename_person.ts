import { forbidden } from '../../src/rules/errors.ts'
import { lifetimes, registration } from '../../src/rules/limits.ts'
import { handleUnder, handleWithSuffix, ownPart } from '../../src/text/handles.ts'
import { reserveHandles } from '../../sql/claims/handle.ts'
import type { Sql } from '../../sql/client.ts'
import { agentsUnder } from '../../sql/reads/agents.ts'
import { participantRows } from '../../sql/reads/participant_states.ts'
import type { By, WideMessage } from '../runtime/actor.ts'
import { forget } from '../runtime/tell.ts'
import { handleMoves } from './renaming.ts'

interface RenamePerson extends By {
  /** reserved for this id */
  readonly handle: string
}

interface Renamed {
  readonly handle: string
  readonly previous_handle?: string
}

/**
 * Another handle for a person. The agents that go under theirs move along in the same transaction: wide, for a person may
 * have thousands, and who looks must never see some of them moved. What they were called before goes on pointing.
 */
export const renamePerson: WideMessage<RenamePerson, Renamed> = {
  async run(sql, id, { by, handle }, now) {
    const [person] = await participantRows(sql, [id])
    if (person?.kind !== 'human' || by.id !== id) {
      throw forbidden('not_yours', 'Only a signed-in person has such a handle to pick. Sign in first.')
    }
    if (handle === person.handle) return { reply: { handle } }
    const agents = await movedUnder(sql, await agentsUnder(sql, id, person.handle), handle, now)
    return {
      reply: { handle, previous_handle: person.handle },
      effects: [{ id, from: person.handle, to: handle }, ...agents].flatMap((move) => handleMoves(move, now)),
      tell: agents.map((agent) => forget('participant', agent.id)),
    }
  },
}

interface Agent {
  readonly id: string
  readonly handle: string
}

interface Moved {
  readonly id: string
  readonly from: string
  readonly to: string
}

/**
 * Takes a handle under `human` for each: the same own part, or with -2, -3 … where somebody else has that. An agent that
 * finds none stays where it was.
 */
async function movedUnder(sql: Sql, agents: readonly Agent[], human: string, now: number): Promise<Moved[]> {
  const moved: Moved[] = []
  let left = agents
  for (let n = 1; n <= registration.handleNumbers && left.length > 0; n++) {
    const wanted = left.map(({ id, handle: from }) => {
      const own = ownPart(from)
      return { id, from, to: handleUnder(n === 1 ? own : handleWithSuffix(own, n), human) }
    })
    const claims = wanted.map(({ id, to }) => ({ handle: to, participant_id: id }))
    // two that are cut to the same name ask in turns
    const asked = [...new Map(claims.map((claim) => [claim.handle, claim])).values()]
    const got = await reserveHandles(sql, asked, now, now + lifetimes.handleReserved)
    const mine = new Set(asked.filter(({ handle }) => got.has(handle)).map(({ participant_id }) => participant_id))
    moved.push(...wanted.filter(({ id }) => mine.has(id)))
    left = left.filter(({ id }) => !mine.has(id))
  }
  return moved
}
