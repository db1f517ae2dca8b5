import { factById } from '../../fact.ts'
import { inMs } from '../../client.ts'

interface EmailStanding {
  /** the confirmed address */
  readonly email?: string
  /** links to confirm an address, neither used nor revoked */
  readonly links: readonly string[]
  readonly sessions: readonly string[]
}

/** An id's confirmed address, and the links and sessions that may end when an address is confirmed. */
export const emailStandings = factById.record<EmailStanding>({
  name: 'participant.email',
  read: (sql, ids) => sql`
    select one.id as key, case when one.email_verified_at is not null then coalesce(one.email, one.email_key) end as email,
      coalesce(array_agg(credential.id) filter (where credential.kind = 'email_verification'), '{}') as links,
      coalesce(array_agg(credential.id) filter (where credential.kind = 'session'), '{}') as sessions
    from participant one
    left join credential on credential.participant_id = one.id and credential.revoked_at is null
      and credential.kind in ('email_verification', 'session')
    where one.id = any(${ids}) group by one.id`,
})

interface EmailLinkState {
  readonly participant_id: string
  readonly email: string
  readonly revoked: boolean
  /** epoch milliseconds */
  readonly expires_at: number
}

/** A link to confirm an address, also when it is expired or revoked. */
export const emailLinks = factById.record<EmailLinkState>({
  name: 'credential.email_link',
  read: (sql, ids) => sql`
    select id as key, participant_id, email, revoked_at is not null as revoked,
      ${inMs(sql, 'expires_at')} as expires_at
    from credential where id = any(${ids}) and kind = 'email_verification' and email is not null`,
})
