import type { Effect } from '../../sql/effect.ts'
import { endHandles, settleHandles } from '../../sql/effects/handles.ts'
import { setHandles } from '../../sql/effects/participants.ts'
import type { Participant } from './state.ts'

export interface Renamed {
  readonly state: Participant
  /** left out where the handle stays */
  readonly previous?: string
  readonly effects: readonly Effect[]
}

/** Another handle, reserved for this id; the one before goes on pointing. */
export function renamed(who: Participant, handle: string, now: number, when_linked = false): Renamed {
  if (handle === who.handle) return { state: who, effects: [] }
  const at = new Date(now).toISOString()
  return {
    state: { ...who, handle },
    previous: who.handle,
    effects: [
      settleHandles({ handle, participant_id: who.id, at }),
      setHandles({ id: who.id, handle }),
      endHandles({ handle: who.handle, participant_id: who.id, at, when_linked }),
    ],
  }
}
