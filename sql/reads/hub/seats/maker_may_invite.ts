import type { Query, Sql } from '../../../client.ts'

/** An invite is valid only as long as its maker may make it. `invite` must be joined. */
export const makerMayInvite = (sql: Sql): Query => sql`exists (
  select from seat join participant maker on maker.id = seat.participant_id
    left join participant human on human.id = maker.human_id
  where seat.scope_id = invite.hub_id and seat.participant_id = invite.created_by and maker.suspended_at is null
    and human.suspended_at is null
    and (seat.role = 'owner' or seat.role = 'helper' and invite.role <> 'helper'))`
