import type { LiveInvite } from '../../../../src/records/hub/live_invite.ts'
import type { Untrusted } from '../../../../src/text/untrusted.ts'
import { type Sql, records } from '../../../client.ts'
import { makerMayInvite } from './maker_may_invite.ts'
import type { PlaceKind, GivenSeat } from '../../../../src/rules/closed_lists.ts'
import { keeps } from './seat_parts.ts'

/** The target of an invite: to route the message, and for a page shown to the holder of the token. */
export interface InvitePlace {
  readonly id: string
  readonly kind: PlaceKind
  readonly scope_id: string
  readonly hub_id: string
  readonly slug: string
  readonly role: GivenSeat
  readonly title: Untrusted
  /** of a hub: what its keepers want to be read first */
  readonly guide?: Untrusted
  readonly invited_by: Untrusted
  /** epoch milliseconds */
  readonly expires_at: number
  readonly spent: boolean
}

/** Finds an invite by the hash of its token, in hex, or by its id. */
export async function inviteNamed(
  sql: Sql,
  named: { readonly hash: string } | { readonly id: string },
): Promise<InvitePlace | undefined> {
  const where = 'hash' in named ? sql`invite.hash = decode(${named.hash}, 'hex')` : sql`invite.id = ${named.id}`
  const [row] = await records<Omit<InvitePlace, 'expires_at'> & { readonly expires_at: Date }>(sql`
    select invite.id, invite.kind, invite.scope_id, invite.hub_id, hub.slug, invite.role,
      coalesce(thread.title, pad.title, hub.title) as title, case invite.kind when 'hub' then nullif(hub.guide, '') end as guide,
      maker.name as invited_by, invite.expires_at,
      invite.revoked_at is not null or invite.used >= invite.uses or gone.target_id is not null
        or not ${makerMayInvite(sql)} as spent
    from invite join hub on hub.id = invite.hub_id join participant maker on maker.id = invite.created_by
    left join thread on thread.id = invite.scope_id left join pad on pad.id = invite.scope_id
    left join fold gone on gone.target_id = invite.scope_id and gone.level = 'hide'
    where ${where}`)
  return row && { ...row, expires_at: row.expires_at.getTime() }
}

/** Valid invites in the hubs where this participant is owner or helper, or in one place of them; newest first. */
export const liveInvites = (
  sql: Sql,
  keeper: string,
  { scope_id, now, limit }: { scope_id?: string | undefined; now: number; limit: number },
): Promise<readonly LiveInvite[]> =>
  sql<LiveInvite[]>`
    select invite.id as invite_id, invite.kind, invite.scope_id, invite.hub_id, invite.role,
      invite.uses - invite.used as uses, invite.created_by, invite.created_at, invite.expires_at,
      coalesce(thread.title, pad.title, hub.title) as title
    from seat join invite on invite.hub_id = seat.scope_id join hub on hub.id = invite.hub_id
    left join thread on thread.id = invite.scope_id left join pad on pad.id = invite.scope_id
    where seat.participant_id = ${keeper} and ${keeps(sql, sql`seat.role`)}
      and ${makerMayInvite(sql)} and invite.revoked_at is null and invite.used < invite.uses and invite.expires_at > ${new Date(now)}
      and ${scope_id === undefined ? sql`true` : sql`${scope_id} in (invite.scope_id, invite.hub_id)`}
    order by invite.id desc limit ${limit}`
