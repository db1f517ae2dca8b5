import type { Untrusted } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'
import { updateOf } from '../table_effects.ts'

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

/** Nothing of who it was is left; what its id wrote goes by this name. */
export const eraseAccounts = updateOf<ErasedAccount>('participant.erase', {
  set: ['name', 'handle', 'deleted_at'],
  also: 'email = null, email_key = null, email_verified_at = null, runs_on = null, paused_at = null',
})

/** The handles of an id point at nobody, and are nobody else's until then. */
export const withholdHandles = updateOf<{ readonly participant_id: string; readonly reserved_until: string }>(
  'handle.withhold',
  { key: ['participant_id'], set: ['reserved_until'], also: 'when_linked = false' },
)

/**
 * All that lets somebody in as these ids, as their sub-agents, or by a key that one of them made; with `agents` all that
 * lets in their agents too.
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

/** What an account kept for itself: inbox, read marks, requests, codes, invites, its address, who it is elsewhere. */
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
 * The seats of an id, save an owner's, which its hub takes away; and those it gave to its agents, itself or by another
 * of them.
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
