import { setAskedForKeys } from '../../sql/effects/account/participants.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

/** Notes that words were refused for asking for keys: for a day this counts against all ids linked to the author. */
export const askedForKeys = message({
  decide: (one: Participant, _: object, __, { at }): Outcome<Participant, { readonly noted: true }> => ({
    reply: { noted: true },
    effects: [setAskedForKeys({ id: one.id, asked_for_keys_at: at })],
  }),
})
