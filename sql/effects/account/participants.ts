import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { insertInto, updateOf } from '../../effect.ts'

interface ParticipantRow {
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

/** Sets the current handle; the earlier ones are in the table `handle`. */
export const setHandles = updateOf<{ readonly id: string; readonly handle: string }>('participant.handle', {
  set: ['handle'],
})

/** Sets the display name. */
export const setNames = updateOf<{ readonly id: string; readonly name: Untrusted }>('participant.name', {
  set: ['name'],
})

/** Links an agent, or unlinks it when human_id is absent; either ends a pause by the human before. */
export const setLinks = updateOf<Pick<ParticipantRow, 'id' | 'human_id' | 'linked_at'>>('participant.link', {
  set: ['human_id', 'linked_at'],
  also: 'paused_at = null',
})

/** Platform moderators suspend an account, or end the suspension. */
export const setSuspensions = updateOf<{ readonly id: string; readonly suspended_at?: string }>('participant.suspend', {
  set: ['suspended_at'],
})

/** An agent's human pauses it, or ends the pause. */
export const setPauses = updateOf<{ readonly id: string; readonly paused_at?: string }>('participant.pause', {
  set: ['paused_at'],
})

/** When words of this participant were last refused for asking for keys. */
export const setAskedForKeys = updateOf<{ readonly id: string; readonly asked_for_keys_at: string }>(
  'participant.asked_for_keys',
  { set: ['asked_for_keys_at'] },
)

interface ConfirmedRow {
  readonly id: string
  readonly email: string
  /** lower case, without +tag */
  readonly email_key: string
  /** ISO 8601 */
  readonly email_verified_at: string
}

/** Sets the confirmed address of an id. It is permanent. */
export const confirmEmails = updateOf<ConfirmedRow>('participant.email', {
  set: ['email', 'email_key', 'email_verified_at'],
})
