import type { Sql } from '../client.ts'

/** When credentials were last used, by id: written behind, so an older time that comes late changes nothing. */
export async function noteUse(sql: Sql, uses: readonly (readonly [id: string, at: number])[]): Promise<void> {
  await sql`
    update credential set last_used_at = used.at
    from unnest(${uses.map(([id]) => id)}::text[], ${uses.map(([, at]) => new Date(at).toISOString())}::timestamptz[])
      as used (id, at)
    where credential.id = used.id and (credential.last_used_at is null or credential.last_used_at < used.at)`
}
