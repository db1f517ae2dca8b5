import { visits } from '../../src/rules/limits.ts'
import { asSeconds } from '../../src/rules/units.ts'
import type { Sql } from '../client.ts'

/**
 * When credentials were last used, by id: written behind, so an older time that comes late changes nothing. After a
 * break a new visit begins, and what was the last use is the end of the one before.
 */
export async function noteUse(sql: Sql, uses: readonly (readonly [id: string, at: number])[]): Promise<void> {
  await sql`
    update credential set last_used_at = used.at,
      visit_before = case when last_used_at <= used.at - ${asSeconds(visits.end)} * interval '1 second'
        then last_used_at else visit_before end
    from unnest(${uses.map(([id]) => id)}::text[], ${uses.map(([, at]) => new Date(at).toISOString())}::timestamptz[])
      as used (id, at)
    where credential.id = used.id and (credential.last_used_at is null or credential.last_used_at < used.at)`
}
