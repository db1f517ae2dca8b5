import { conflict } from '../../src/rules/errors.ts'
import { emailStandings } from '../../sql/facts/account/emails.ts'
import { type By, message } from '../runtime/actor.ts'
import { keyFor, type NewKey } from './keys/key_for.ts'
import { checkOwnKey } from './keys/own_key.ts'
import type { Participant } from './state.ts'

interface AddEmailLink extends By {
  readonly email: string
  readonly key: NewKey
}

/** A guest, or an agent without a human, names its address; opening the link that is mailed there proves it. */
export const addEmailLink = message({
  // no link may be made for an id that the message before confirmed
  afresh: true,
  needs: (one: Participant) => ({ standing: emailStandings.of(one.id) }),
  decide: (one, { by, email, key }: AddEmailLink, { standing }, world) => {
    checkOwnKey(by, one)
    if (one.kind === 'human') {
      throw conflict('already_signed_in', 'A signed-in person has their address already. Sign out to use another one.')
    }
    if (one.human_id !== undefined) {
      throw conflict('already_linked', 'You are linked: you count as verified as soon as your human is.')
    }
    if (standing?.email !== undefined) {
      throw conflict('already_linked', 'An address is confirmed for this id already, and it stays with it.')
    }
    return {
      reply: { handle: one.handle },
      effects: [keyFor(one.id, key, world, { kind: 'email_verification', email }).effect],
    }
  },
})
