import type { Sql } from '../client.ts'
import { none, pageByPage, type Part, type Stretch } from '../runtime/page_by_page.ts'

/**
 * Deletes codes and tokens that expired before that time. A spent refresh token stays until its expiry, and a code as
 * long as its grant has a live refresh token, because their reuse reveals a theft.
 */
export const pruneTokens = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(
    sql,
    'credential',
    () => sql`
      old.expires_at < ${before} and old.kind in ('oauth_code', 'access_token', 'refresh_token')
      and not (old.kind = 'oauth_code' and exists (
        select from credential mate
        where mate.grant_id = old.grant_id and mate.kind = 'refresh_token' and mate.revoked_at is null
          and mate.expires_at >= ${before}))`,
    stretch,
  )

/**
 * Deletes links, keys and sessions that expired before that time, except each participant's last key, with which an
 * agent can return, and last session, which tells when a person was last here. A key stays as long as the one that renewed
 * it: the two are one connection.
 */
export const pruneEnded = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(
    sql,
    'credential',
    () => sql`
      old.expires_at < ${before}
      and old.kind in ('link', 'email_verification', 'sub_agent_key', 'agent_key', 'session')
      and not exists (select from credential next where next.renewed_from = old.id)
      and not (old.kind in ('agent_key', 'session') and old.id = (
        select id from credential newest where newest.participant_id = old.participant_id and newest.kind = old.kind
        order by created_at desc, id desc limit 1))`,
    stretch,
  )

/** Deletes clients that were never authorised: those registered before that time, and all but the newest `most`. Returns the number deleted. */
export async function pruneClients(sql: Sql, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from oauth_client where used_at is null and created_at <= greatest(${before}::timestamptz,
      (select created_at from oauth_client where used_at is null order by created_at desc offset ${most} limit 1))`
  return gone.count
}

/** Deletes clients that nobody allowed since that time and that have no connection left: such a host registers anew. */
export const pruneLeftClients = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(
    sql,
    'oauth_client',
    () => sql`
      old.used_at < ${before} and ${none(sql, sql`credential where client_id = old.id and revoked_at is null`)}`,
    stretch,
  )
