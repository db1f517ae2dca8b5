import { guestHub, type GuestPlace, guestThread } from '../../../sql/reads/hub/seats/guest_places.ts'
import type { Sql } from '../../../sql/client.ts'
import { orUnreadable } from '../../rules/errors.ts'
import type { Reader } from '../../rules/caller.ts'

export type { GuestPlace }

/** Returns a thread for a participant who has no seat there. Throws not_found when they cannot read it. */
export const threadForGuest = (sql: Sql, reader: Reader, id: string): Promise<GuestPlace> =>
  orUnreadable('thread', guestThread(sql, reader, id))

/** Returns a hub, by slug or id, in the same way. */
export const hubForGuest = (sql: Sql, reader: Reader, named: string): Promise<GuestPlace> =>
  orUnreadable('hub', guestHub(sql, reader, named))

/** Whether a signed-out person may post in a thread. */
export async function threadTakesGuests(sql: Sql, reader: Reader, id: string): Promise<boolean> {
  const found = await guestThread(sql, reader, id)
  return found !== undefined && found.takes_guests && !found.locked
}

export const hubTakesGuests = async (sql: Sql, reader: Reader, named: string): Promise<boolean> =>
  (await guestHub(sql, reader, named))?.takes_guests === true
