import type { Sql } from '../client.ts'

/**
 * Codes and tokens whose time ran out before. A spent refresh token stays as long as it would have worked, and a code as
 * long as its grant goes on: using them again is how a theft shows. Gives how many went.
 */
export async function pruneTokens(sql: Sql, before: Date): Promise<number> {
  const gone = await sql`
    delete from credential old
    where old.expires_at < ${before} and old.kind in ('oauth_code', 'access_token', 'refresh_token')
      and not (old.kind = 'oauth_code' and exists (
        select from credential mate
        where mate.grant_id = old.grant_id and mate.kind = 'refresh_token' and mate.revoked_at is null
          and mate.expires_at >= ${before}))`
  return gone.count
}

/** Clients that registered before and that no person ever let in. */
export async function pruneClients(sql: Sql, before: Date): Promise<number> {
  const gone = await sql`delete from oauth_client where used_at is null and created_at < ${before}`
  return gone.count
}
