import { factById } from '../../fact.ts'
import { inMs } from '../../client.ts'
import { makerMayInvite } from '../../reads/hub/seats/maker_may_invite.ts'
import { hidden } from '../../reads/may_read/readable_rows.ts'
import type { GivenSeat } from '../../../src/rules/closed_lists.ts'

/** An invite as stored; the caller checks whether it still works. */
export interface Invite {
  readonly id: string
  readonly scope_id: string
  readonly role: GivenSeat
  readonly uses: number
  readonly used: number
  readonly created_by: string
  /** epoch milliseconds */
  readonly expires_at: number
  readonly revoked: boolean
  /** its creator may still invite there, and the place is not hidden */
  readonly stands: boolean
}

export const invites = factById.record<Invite>({
  name: 'invite',
  read: (sql, ids) => sql`
    select id as key, id, scope_id, role, uses, used, created_by, ${inMs(sql, 'expires_at')} as expires_at,
      revoked_at is not null as revoked,
      ${makerMayInvite(sql)}
        and not ${hidden(sql, sql`invite.scope_id`)} as stands
    from invite where id = any(${ids}::text[])`,
})
