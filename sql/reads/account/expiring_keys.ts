import { lifetimes } from '../../../src/rules/limits.ts'
import { days } from '../../../src/rules/units.ts'
import { factById } from '../../fact.ts'
import type { Due, WhoIsDue } from '../due.ts'

/** The last keys of agents that expire within one of the announced numbers of days, at the nearest that was not yet told. */
export const expiringKeys: WhoIsDue = (sql, now, { most, skipped }) => {
  const notices = lifetimes.keyExpiringDays
  return sql<Due[]>`
    select key.participant_id as id, key.id as target, key.expires_at - due.before as at
    from credential key
    cross join lateral (
      select days, before from unnest(${notices}::smallint[]) days,
        make_interval(secs => days * 86400) before
      where key.expires_at - before <= ${now}
      order by days limit 1
    ) due
    where key.kind = 'agent_key' and key.revoked_at is null
      and key.expires_at > ${now} and key.expires_at <= ${new Date(now.getTime() + days(Math.max(...notices)))}
      and (key.expiry_told is null or key.expiry_told > due.days)
      and not exists (
        select from credential other where other.participant_id = key.participant_id and other.kind = 'agent_key'
          and other.revoked_at is null and other.expires_at > key.expires_at)
    order by at, key.id limit ${most} offset ${skipped}`
}

/** The number of days left when a key's agent was last told. */
export const expiriesTold = factById.value<number>({
  name: 'credential.expiry_told',
  read: (sql, ids) => sql`
    select id as key, expiry_told as value from credential where id = any(${ids}) and expiry_told is not null`,
})
