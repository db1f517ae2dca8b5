import { recordFact } from '../../fact.ts'

export interface GuestNameKey {
  /** a thread, pad or hub */
  readonly scope_id: string
  readonly hub_id: string
  readonly participant_id: string
  /** absent: the name that this guest already holds elsewhere */
  readonly name_key?: string
}

export interface GuestName {
  readonly name_key: string
  /** another guest or a member goes by it there */
  readonly taken: boolean
}

/**
 * Whether a guest's name is free in a place. Absent for a participant that is no guest or already has a seat there, so
 * that no name is compared with thousands of members' for each post.
 */
export const guestNames = recordFact<GuestNameKey, GuestName>({
  name: 'guest_name',
  id: ({ scope_id, participant_id }) => `${scope_id} ${participant_id}`,
  read: (sql, keys) => sql`
    with wanted as (
      select asked.scope_id, asked.hub_id, asked.participant_id, coalesce(nullif(asked.name_key, ''), (
        select name_key from guest_name where participant_id = asked.participant_id order by at limit 1)) as name_key
      from unnest(${keys.map((key) => key.scope_id)}::text[], ${keys.map((key) => key.hub_id)}::text[],
        ${keys.map((key) => key.participant_id)}::text[], ${keys.map((key) => key.name_key ?? '')}::text[])
        as asked (scope_id, hub_id, participant_id, name_key)
      where not exists (
        select from seat own where own.participant_id = asked.participant_id
          and own.scope_id in (asked.scope_id, asked.hub_id))
    )
    select wanted.scope_id || ' ' || wanted.participant_id as key, wanted.name_key,
      exists (
        select from guest_name held where held.scope_id = wanted.scope_id and held.name_key = wanted.name_key
          and held.participant_id <> wanted.participant_id
      ) or exists (
        select from seat join participant member on member.id = seat.participant_id
        where seat.scope_id in (wanted.scope_id, wanted.hub_id) and seat.participant_id <> wanted.participant_id
          and lower(normalize(btrim(member.name), nfkc)) = wanted.name_key
      ) as taken
    from wanted where wanted.name_key is not null`,
})
