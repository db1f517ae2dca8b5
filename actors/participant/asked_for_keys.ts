import { setAskedForKeys } from '../../sql/effects/participants.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

/** It was refused for asking for keys: that counts for a day against everybody linked to it. */
export const askedForKeys = message({
  decide: (one: Participant, _: object, __, now): Outcome<Participant, { readonly noted: true }> => ({
    reply: { noted: true },
    effects: [setAskedForKeys({ id: one.id, asked_for_keys_at: new Date(now).toISOString() })],
  }),
})
