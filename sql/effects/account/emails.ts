import { effect } from '../../effect.ts'
import { updateOf } from '../../table_effects.ts'

interface ConfirmedRow {
  readonly id: string
  readonly email: string
  /** lower case, without +tag */
  readonly email_key: string
  /** ISO 8601 */
  readonly email_verified_at: string
}

/** Sets the confirmed address of an id. It is permanent. */
export const confirmEmails = updateOf<ConfirmedRow>('participant.email', {
  set: ['email', 'email_key', 'email_verified_at'],
})

interface MergedRow {
  readonly guest: string
  readonly human: string
  /** ISO 8601 */
  readonly at: string
}

/**
 * Merges guests into people: posts, seats and handles go over to the person. The guest stays the author, with the
 * person as its human, as for an agent. Where the person has a seat, or was removed, they get no second one.
 */
export const mergeGuests = effect<MergedRow>({
  name: 'participant.merge',
  phase: 'update',
  key: ({ guest }) => guest,
  write: (sql, rows) => sql`
    with merged as (
      select * from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as merged (guest text, human text, at timestamptz)
    ), linked as (
      update participant set human_id = merged.human, linked_at = merged.at from merged where participant.id = merged.guest
    ), posts as (
      update post set human_id = merged.human from merged where post.author_id = merged.guest
    ), handles as (
      update handle set participant_id = merged.human, until = coalesce(until, merged.at)
      from merged where handle.participant_id = merged.guest
    )
    update seat set participant_id = merged.human,
      given_by = case when seat.given_by = merged.guest then merged.human else seat.given_by end
    from merged
    where seat.participant_id = merged.guest
      and not exists (select from seat own where own.participant_id = merged.human and own.scope_id = seat.scope_id)
      and not exists (
        select from removal where removal.participant_id = merged.human and removal.scope_id in (seat.scope_id,
          (select hub_id from thread where thread.id = seat.scope_id),
          (select hub_id from pad where pad.id = seat.scope_id)))`,
})
