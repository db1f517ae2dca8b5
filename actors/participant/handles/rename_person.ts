import { forbidden } from '../../../src/rules/errors.ts'
import { lifetimes } from '../../../src/rules/limits.ts'
import { agentsUnder } from '../../../sql/reads/account/own_agents.ts'
import { participantRows } from '../../../sql/reads/account/participant_states.ts'
import type { By, ExclusiveMessage } from '../../runtime/actor.ts'
import { reloadState } from '../../runtime/host/batch/tell.ts'
import { movedHandles } from './moved_handles.ts'
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
 * Changes a person's handle. Agents under it move in the same transaction, exclusive because there may be thousands: no
 * reader may see only some of them moved. The earlier handles still resolve.
 */
export const renamePerson: ExclusiveMessage<RenamePerson, Renamed> = {
  async run(sql, id, { by, handle }, { now }) {
    const [person] = await participantRows(sql, [id])
    if (person?.kind !== 'human' || by.id !== id) {
      throw forbidden('not_yours', 'Only a signed-in person has such a handle to pick. Sign in first.')
    }
    if (handle === person.handle) return { reply: { handle } }
    const agents = await movedHandles(sql, await agentsUnder(sql, id, person.handle), {
      under: handle,
      now,
      until: now + lifetimes.handleReserved,
    })
    return {
      reply: { handle, previous_handle: person.handle },
      effects: [{ id, from: person.handle, to: handle }, ...agents].flatMap((move) => handleMoves(move, now)),
      tell: agents.map((agent) => reloadState('participant', agent.id)),
    }
  },
}
