import { notFound, type Refusal } from '../../src/rules/errors.ts'
import { lifetimes } from '../../src/rules/limits.ts'
import { inHours } from '../../src/rules/units.ts'
import { revokeCredentials } from '../../sql/effects/account/credentials.ts'
import { confirmEmails, mergeGuests } from '../../sql/effects/account/emails.ts'
import { emailLinks, emailStandings } from '../../sql/facts/account/emails.ts'
import { present } from '../../src/records/present.ts'
import { message } from '../runtime/actor.ts'
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

/** The same answer for every reason why a link does not work. */
export const badEmailLink = (): Refusal =>
  notFound(
    'unreadable',
    `This link does not work: it may be used, or older than ${inHours(lifetimes.emailVerification)}. Ask for a new one.`,
  )

/**
 * Opening the link proves access to the mailbox: the address is confirmed for the id that asked. A guest whose address
 * a person has is merged into that person, who continues in its place.
 */
export const confirmEmail = message({
  afresh: true,
  needs: (one: Participant, { credential_id }: ConfirmEmail) => ({
    link: emailLinks.of(credential_id),
    standing: emailStandings.of(one.id),
  }),
  decide: (one: Participant, { email_key, human, session }: ConfirmEmail, { link, standing }, { now, at }) => {
    if (link?.participant_id !== one.id || link.revoked || link.expires_at <= now) throw badEmailLink()
    const merges = one.kind === 'guest' && human !== undefined
    // sessions of others that started as this guest end: only the reader of the mail continues
    const others = one.kind === 'guest' ? (standing?.sessions ?? []).filter((id) => merges || id !== session) : []
    const ended = [...(standing?.links ?? []), ...others]
    return present({
      state: merges ? { ...one, human_id: human } : undefined,
      reply: { merged: merges, ended },
      effects: [
        confirmEmails({ id: one.id, email: link.email, email_key, email_verified_at: at }),
        ...ended.map((id) => revokeCredentials({ id, at })),
        ...(merges ? [mergeGuests({ guest: one.id, human, at })] : []),
      ],
    })
  },
})
