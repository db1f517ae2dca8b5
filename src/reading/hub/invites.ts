import type { LiveInvite } from '../../records/hub/live_invite.ts'
import type { Sql } from '../../../sql/client.ts'
import { liveInvites } from '../../../sql/reads/hub/seats/invites.ts'
import { seatedPlace } from '../../../sql/reads/hub/seats/members.ts'
import { type Caller, holderOf, type Reader } from '../../rules/caller.ts'
import { unreadable } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import type { PlaceKind } from '../../rules/closed_lists.ts'

/**
 * Returns the valid invites where the caller is owner or helper: everywhere, or in one place. Throws not_found when
 * that place cannot be read; a caller who may not invite there gets an empty list.
 */
export async function listInvites(
  sql: Sql,
  caller: Caller,
  reader: Reader,
  place: { readonly type: PlaceKind; readonly named: string } | undefined,
  now: number,
): Promise<readonly LiveInvite[]> {
  const found = place && (await seatedPlace(sql, reader, place.type, place.named))
  if (place && !found) throw unreadable(place.type)
  return liveInvites(sql, holderOf(caller), { scope_id: found?.scope_id, now, limit: reads.hub.invites })
}
