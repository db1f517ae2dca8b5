import type { Query, Sql } from '../../../client.ts'
import { isSuspended } from '../../account/verified_account.ts'

/** An invite is valid only as long as its maker may make it. `invite` must be joined. */
export const makerMayInvite = (sql: Sql): Query => sql`exists (
  select from seat
  where seat.scope_id = invite.hub_id and seat.participant_id = invite.created_by
    and not ${isSuspended(sql, sql`invite.created_by`)}
    and (seat.role = 'owner' or seat.role = 'helper' and invite.role <> 'helper'))`
