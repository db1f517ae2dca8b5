import { factBy } from '../../fact.ts'

export interface GuestName {
  readonly name_key: string
  /** another guest or a member goes by it there */
  readonly taken: boolean
}

/**
 * Whether a guest's name is free in a thread, pad or hub. An empty `name_key` stands for the name that the guest holds
 * elsewhere. Absent for a participant who is no guest or has a seat there, so that a post compares no name with
 * thousands of members'.
 */
export const guestNames = factBy({ scope_id: 'text', hub_id: 'text', participant_id: 'text', name_key: 'text' }, [
  'scope_id',
  'participant_id',
]).record<GuestName>({
  name: 'guest_name',
  read: (sql, asked) => sql`
    with wanted as (
      select asked.key, asked.scope_id, asked.hub_id, asked.participant_id, coalesce(nullif(asked.name_key, ''), (
        select name_key from guest_name where participant_id = asked.participant_id order by at limit 1)) as name_key
      from ${asked}
      where not exists (
        select from seat own where own.participant_id = asked.participant_id
          and own.scope_id in (asked.scope_id, asked.hub_id))
    )
    select wanted.key, wanted.name_key,
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
