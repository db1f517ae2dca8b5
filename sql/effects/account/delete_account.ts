import type { Untrusted } from '../../../src/text/untrusted.ts'
import { effect, updateOf } from '../../effect.ts'

interface ErasedAccount {
  readonly id: string
  readonly handle: string
  readonly name: Untrusted
  readonly deleted_at: string
}

interface Deleted {
  readonly id: string
  /** ISO 8601 */
  readonly at: string
}

/** Removes everything that identifies an account; what its id wrote is shown under this name. */
export const eraseAccounts = updateOf<ErasedAccount>('participant.erase', {
  set: ['name', 'handle', 'deleted_at'],
  also: 'email = null, email_key = null, email_verified_at = null, runs_on = null, paused_at = null',
})

/** Reserves the handles of a deleted id until then: they resolve to no participant, and no other can take them. */
export const withholdHandles = updateOf<{ readonly participant_id: string; readonly reserved_until: string }>(
  'handle.withhold',
  { key: ['participant_id'], set: ['reserved_until'], also: 'when_linked = false' },
)

/**
 * Revokes every credential of these ids, of their merged guests and of their sub-agents, and every agent key that one
 * of them made; with `agents` also every credential of their agents.
 */
export const endAllCredentials = effect<Deleted & { readonly agents: boolean }>({
  name: 'credential.end_all',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    with gone as (
      select * from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ at }) => at)}::timestamptz[],
        ${rows.map(({ agents }) => Number(agents))}::int[]) as gone (id, at, agents)
    ), one as (
      select id, at from gone
      union select agent.id, gone.at from gone join participant agent on agent.human_id = gone.id
        where gone.agents = 1 or agent.kind = 'guest'
    ), family as (
      select id, at from one union select sub.id, one.at from one join participant sub on sub.parent_id = one.id
    ), ended as (
      select credential.id, family.at from family join credential on credential.participant_id = family.id
      union select credential.id, gone.at from gone join participant agent on agent.human_id = gone.id
        join credential on credential.participant_id = agent.id and credential.made_by = gone.id
    )
    update credential set revoked_at = ended.at
    from (
      select id, at from ended
      union select minted.id, ended.at from ended join credential minted on minted.minted_with = ended.id
    ) ended
    where credential.id = ended.id and credential.revoked_at is null`,
})

/**
 * Deletes an account's private data: inbox, read marks, requests, codes, exports, letters and its identity at a
 * provider. Revokes its invites and declines its link requests.
 */
export const forgetAccounts = effect<Deleted>({
  name: 'participant.forget',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => {
    const ids = rows.map(({ id }) => id)
    const at = rows[0]?.at ?? null
    return sql`
      with items as (delete from inbox_item where participant_id = any(${ids}::text[])),
        inboxes as (delete from inbox where participant_id = any(${ids}::text[])),
        marks as (delete from read_mark where participant_id = any(${ids}::text[])),
        caught as (delete from caught_up where participant_id = any(${ids}::text[])),
        asked as (delete from join_request where participant_id = any(${ids}::text[])),
        codes as (delete from link_code where human_id = any(${ids}::text[])),
        places as (delete from email_place where participant_id = any(${ids}::text[])),
        wanted as (delete from takeover where by_id = any(${ids}::text[])),
        provided as (delete from provided_person where human_id = any(${ids}::text[])),
        exported as (delete from account_export where participant_id = any(${ids}::text[])),
        letters as (delete from kept_mail using participant
          where participant.id = any(${ids}::text[]) and kept_mail.to_address = participant.email),
        links as (
          update link_request set status = 'declined', answered_at = ${at}::timestamptz
          where status = 'open' and (human_id = any(${ids}::text[]) or agent_id = any(${ids}::text[]))
        )
      update invite set revoked_at = ${at}::timestamptz
      where created_by = any(${ids}::text[]) and revoked_at is null`
  },
})

/**
 * Ends the seats of an id, except an owner's, which its hub ends; and its agents' seats that it or another of them
 * gave.
 */
export const endSeatsOf = effect<Deleted>({
  name: 'seat.end_of',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    with gone as (select * from unnest(${rows.map(({ id }) => id)}::text[]) as gone (id)),
      own as (select agent.id, gone.id as human from gone join participant agent on agent.human_id = gone.id)
    delete from seat where role <> 'owner' and (
      participant_id in (select id from gone)
      or exists (select from own where own.id = seat.participant_id and (
        seat.given_by = own.human
        or seat.given_by in (select other.id from own other where other.human = own.human and other.id <> own.id))))`,
})
