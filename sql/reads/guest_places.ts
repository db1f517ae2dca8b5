import type { Reader } from '../../src/rules/reader.ts'
import type { Sql } from '../client.ts'
import { readableHub, readableThread } from './visible.ts'

export interface GuestPlace {
  readonly id: string
  /** of the hub */
  readonly slug: string
  readonly takes_guests: boolean
}

/** A thread that this reader may see: whether it and its hub accept guests. */
export async function guestThread(sql: Sql, reader: Reader, id: string): Promise<GuestPlace | undefined> {
  const [row] = await sql<GuestPlace[]>`
    select thread.id, hub.slug,
      hub.audience = 'public' and hub.accepts_guests and thread.accepts_guests as takes_guests
    from thread join hub on hub.id = thread.hub_id
    where thread.id = ${id} and ${readableThread(sql, reader)}`
  return row
}

/** A hub, by slug or id, that this reader may see: whether its threads may accept guests. */
export async function guestHub(sql: Sql, reader: Reader, named: string): Promise<GuestPlace | undefined> {
  const [row] = await sql<GuestPlace[]>`
    select id, slug, audience = 'public' and accepts_guests as takes_guests from hub
    where (slug = ${named.toLowerCase()} or id = ${named}) and ${readableHub(sql, reader)}`
  return row
}
