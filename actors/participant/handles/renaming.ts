import type { Effect } from '../../../sql/effect.ts'
import { endHandles, settleHandles } from '../../../sql/effects/account/handles.ts'
import { setHandles } from '../../../sql/effects/account/participants.ts'
import type { Participant } from '../state.ts'
import { iso } from '../../../src/rules/units.ts'

interface Renamed {
  readonly state: Participant
  /** absent when the handle does not change */
  readonly previous?: string
  readonly effects: readonly Effect[]
}

/** Changes to a handle reserved for this id; the one before still resolves. */
export function renamed(who: Participant, handle: string, now: number, when_linked = false): Renamed {
  if (handle === who.handle) return { state: who, effects: [] }
  return {
    state: { ...who, handle },
    previous: who.handle,
    effects: handleMoves({ id: who.id, from: who.handle, to: handle, when_linked }, now),
  }
}

interface Move {
  readonly id: string
  readonly from: string
  readonly to: string
  /** `from` is the handle that the agent had when it was linked */
  readonly when_linked?: boolean
}

export function handleMoves({ id, from, to, when_linked = false }: Move, now: number): readonly Effect[] {
  const at = iso(now)
  return [
    settleHandles({ handle: to, participant_id: id, at }),
    setHandles({ id, handle: to }),
    endHandles({ handle: from, participant_id: id, at, when_linked }),
  ]
}
