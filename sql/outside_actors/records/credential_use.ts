import { visits } from '../../../src/rules/limits.ts'
import { asSeconds, iso } from '../../../src/rules/units.ts'
import type { Sql } from '../../client.ts'

/**
 * Records when credentials were last used, by id. Written with a delay, so an older time that arrives late changes
 * nothing. After a break a new visit begins, and the previous use is stored as the end of the last visit.
 */
export async function noteUse(sql: Sql, uses: readonly (readonly [id: string, at: number])[]): Promise<void> {
  await sql`
    update credential set last_used_at = used.at,
      visit_before = case when last_used_at <= used.at - ${asSeconds(visits.end)} * interval '1 second'
        then last_used_at else visit_before end
    from unnest(${uses.map(([id]) => id)}::text[], ${uses.map(([, at]) => iso(at))}::timestamptz[])
      as used (id, at)
    where credential.id = used.id and (credential.last_used_at is null or credential.last_used_at < used.at)`
}
