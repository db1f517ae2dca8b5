import { notFound, type Refusal } from '../../src/rules/errors.ts'
import { lifetimes } from '../../src/rules/limits.ts'
import { inHours } from '../../src/rules/units.ts'
import { revokeCredentials } from '../../sql/effects/account/credentials.ts'
import { confirmEmails } from '../../sql/effects/account/participants.ts'
import { emailLinks } from '../../sql/facts/account/emails.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { joined, joinNeeds, joins } from './guest_joins.ts'
import type { Participant } from './state.ts'

interface ConfirmEmail {
  /** the link that was opened */
  readonly credential_id: string
  /** the normalised address; this id has already claimed one of its places */
  readonly email_key: string
  /** for a guest: the person who confirmed the same address */
  readonly human?: string
  /** the session in which it is confirmed, when that is this id's own */
  readonly session?: string
}

interface EmailConfirmed {
  /** into the account with that address */
  readonly merged: boolean
  /** links and sessions */
  readonly ended: readonly string[]
}

/** The same answer for every reason why a link does not work. */
export const badEmailLink = (): Refusal =>
  notFound(
    'unreadable',
    `This link does not work: it may be used, or older than ${inHours(lifetimes.emailVerification)}. Ask for a new one.`,
  )

/**
 * Opening the link proves access to the mailbox: the address is confirmed for the id that asked. A guest whose mailbox is
 * a person's is merged into that person, who continues in its place.
 */
export const confirmEmail = message({
  afresh: true,
  needs: (one: Participant, { credential_id, human }: ConfirmEmail) => ({
    link: emailLinks.of(credential_id),
    ...joinNeeds(one, human),
  }),
  decide: (
    one,
    { email_key, human, session },
    { link, ...facts },
    { now, at },
  ): Outcome<Participant, EmailConfirmed> => {
    if (link?.participant_id !== one.id || link.revoked || link.expires_at <= now) throw badEmailLink()
    const confirmed = confirmEmails({ id: one.id, email: link.email, email_key, email_verified_at: at })
    if (human !== undefined && joins(one, facts, link.email)) {
      const { ended, effects, ...merged } = joined(one, human, facts, at)
      return { ...merged, reply: { merged: true, ended }, effects: [confirmed, ...effects] }
    }
    const { links = [], sessions = [] } = facts.standing ?? {}
    // sessions of others that started as this guest end: only the reader of the mail continues
    const ended = [...links, ...(one.kind === 'guest' ? sessions.filter((id) => id !== session) : [])]
    return {
      reply: { merged: false, ended },
      effects: [confirmed, ...ended.map((id) => revokeCredentials({ id, at }))],
    }
  },
})
