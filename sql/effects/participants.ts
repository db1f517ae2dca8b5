import type { ParticipantKind } from '../../src/rules/caller.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { insertInto, updateOf } from '../table_effects.ts'

export interface ParticipantRow {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly name: Untrusted
  readonly human_id?: string
  readonly parent_id?: string
  readonly runs_on?: string
  /** ISO 8601 */
  readonly created_at: string
  readonly linked_at?: string
}

export const insertParticipants = insertInto<ParticipantRow>('participant')

/** The handle somebody goes by now; the one before stands in handle. */
export const setHandles = updateOf<{ readonly id: string; readonly handle: string }>('participant.handle', {
  set: ['handle'],
})

/** Whose an agent is from here on: nobody's where human_id is left out, and then nobody's pause holds it either. */
export const setLinks = updateOf<Pick<ParticipantRow, 'id' | 'human_id' | 'linked_at'>>('participant.link', {
  set: ['human_id', 'linked_at'],
  also: 'paused_at = null',
})

/** Platform moderators stop an account, or let it go on. */
export const setSuspensions = updateOf<{ readonly id: string; readonly suspended_at?: string }>('participant.suspend', {
  set: ['suspended_at'],
})

/** Its human stops an agent, or lets it go on. */
export const setPauses = updateOf<{ readonly id: string; readonly paused_at?: string }>('participant.pause', {
  set: ['paused_at'],
})

/** When it was last refused for asking for keys. */
export const setAskedForKeys = updateOf<{ readonly id: string; readonly asked_for_keys_at: string }>(
  'participant.asked_for_keys',
  { set: ['asked_for_keys_at'] },
)
