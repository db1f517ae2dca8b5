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

/**
 * Links, keys and sessions whose time ran out before, but for the last key and the last session of each: what an agent
 * without a key comes back by, and what tells when somebody was here. Gives how many went.
 */
export async function pruneEnded(sql: Sql, before: Date): Promise<number> {
  const gone = await sql`
    delete from credential old
    where old.expires_at < ${before}
      and old.kind in ('link', 'email_verification', 'sub_agent_key', 'agent_key', 'session')
      and not (old.kind in ('agent_key', 'session') and not exists (
        select from credential later
        where later.participant_id = old.participant_id and later.kind = old.kind
          and (later.created_at, later.id) > (old.created_at, old.id)))`
  return gone.count
}

/** Clients that no person ever let in: those that registered before, and all but the newest `most`. */
export async function pruneClients(sql: Sql, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from oauth_client where used_at is null and created_at <= greatest(${before}::timestamptz,
      (select created_at from oauth_client where used_at is null order by created_at desc offset ${most} limit 1))`
  return gone.count
}
