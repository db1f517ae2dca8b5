import { revokeCredentials } from '../../sql/effects/account/credentials.ts'
import { emailStandings } from '../../sql/facts/account/emails.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { type By, message } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

/** Ends the sessions in all browsers. Keys of agents and connections of chat assistants go on. */
export const signOutEverywhere = message({
  afresh: true,
  needs: ({ id }: Participant, _: By) => ({ standing: emailStandings.of(id) }),
  decide: (owner, { by }, { standing }, { at }) => {
    if (by.id !== owner.id) throw unreadable('connection')
    const ended = standing?.sessions ?? []
    return { reply: { ended }, effects: ended.map((id) => revokeCredentials({ id, at })) }
  },
})
