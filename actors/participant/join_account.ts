import { mergeGuests } from '../../sql/effects/account/emails.ts'
import { revokeCredentials } from '../../sql/effects/account/credentials.ts'
import { emailStandings } from '../../sql/facts/account/emails.ts'
import { message } from '../runtime/actor.ts'
import type { Participant } from './state.ts'

interface JoinAccount {
  /** the person who signed in with a confirmed address */
  readonly human: string
  /** that address, normalised */
  readonly email_key: string
}

/**
 * A guest whose person signed in is merged into that person, who continues in its place. One that confirmed another
 * address stays somebody else: its mailbox was not shown to be this person's.
 */
export const joinAccount = message({
  // a link that confirms another address may come just before
  afresh: true,
  needs: (one: Participant) => ({ standing: emailStandings.of(one.id) }),
  decide: (one: Participant, { human, email_key }: JoinAccount, { standing }, { at }) => {
    const isFree = one.kind === 'guest' && one.human_id === undefined && !one.deleted
    if (!isFree || (standing?.email_key ?? email_key) !== email_key) return { reply: { ended: [] as string[] } }
    const ended = [...(standing?.links ?? []), ...(standing?.sessions ?? [])]
    return {
      state: { ...one, human_id: human },
      reply: { ended },
      effects: [...ended.map((id) => revokeCredentials({ id, at })), mergeGuests({ guest: one.id, human, at })],
    }
  },
})
