import type { Reader } from '../../src/rules/caller.ts'
import type { Query, Sql } from '../client.ts'

/** The rule of src/rules/taking_guests.ts for a thread whose hub is joined, folded or not. */
export const takesGuests = (sql: Sql, { publicOn }: Pick<Reader, 'publicOn'>): Query =>
  sql`(${publicOn} and hub.audience = 'public' and hub.accepts_guests and thread.accepts_guests)`
