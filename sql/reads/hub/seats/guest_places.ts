import type { Reader } from '../../../../src/rules/caller.ts'
import { type Query, type Sql, firstRow } from '../../../client.ts'
import { readableHub, readableThread } from '../../may_read/readable_rows.ts'
import { takesGuests } from '../../takes_guests.ts'
import { taken } from './seat_parts.ts'
import { hubNamed } from '../hub_named.ts'

export interface GuestPlace {
  readonly id: string
  /** slug of the hub */
  readonly slug: string
  readonly takes_guests: boolean
}

interface GuestThread extends GuestPlace {
  readonly locked: boolean
}

/** `takes_guests`: the thread and its public hub accept guests, and it is not folded. */
export const guestThread = (sql: Sql, reader: Reader, id: string): Promise<GuestThread | undefined> =>
  firstRow(sql`
    select thread.id, hub.slug,
      ${takesGuests(sql, reader)} and fold.target_id is null as takes_guests,
      exists (select from locked where locked.target_id = thread.id) as locked
    from thread join hub on hub.id = thread.hub_id left join fold on fold.target_id = thread.id
    where thread.id = ${id} and ${readableThread(sql, reader)}`)

/** A participant's seats in a hub and, when one is named, in one of its threads. */
export interface GuestStanding {
  readonly hub_id: string
  readonly public: boolean
  /** has a seat in the hub; for a guest person only one that was given */
  readonly member: boolean
  /** has a seat in the thread itself that was given */
  readonly given: boolean
}

export const standingInThread = (sql: Sql, holder: string, thread: string): Promise<GuestStanding | undefined> =>
  firstRow(sql`
    select hub.id as hub_id, hub.audience = 'public' as public, ${isMember(sql, holder)} as member,
      exists (select from seat where scope_id = thread.id and participant_id = ${holder}
        and not ${taken(sql, sql`seat`)}) as given
    from thread join hub on hub.id = thread.hub_id where thread.id = ${thread}`)

/** The same in the hub of a new thread: named by slug or id, or by the pad that the thread is about. */
export async function standingInHub(
  sql: Sql,
  holder: string,
  { hub, pad_id }: { readonly hub?: string; readonly pad_id?: string },
): Promise<GuestStanding | undefined> {
  const where =
    pad_id === undefined
      ? hubNamed(sql, hub ?? '')
      : sql`hub.id = (select pad.hub_id from pad where pad.id = ${pad_id})`
  const [row] = await sql<GuestStanding[]>`
    select hub.id as hub_id, hub.audience = 'public' as public, ${isMember(sql, holder)} as member, false as given
    from hub where ${where}`
  return row
}

const isMember = (sql: Sql, holder: string): Query => sql`exists (
  select from seat where seat.scope_id = hub.id and seat.participant_id = ${holder}
    and not ${taken(sql, sql`seat`)})`

/** A hub, by slug or id, that the reader may see, and whether its threads may accept guests. */
export const guestHub = (sql: Sql, reader: Reader, named: string): Promise<GuestPlace | undefined> =>
  firstRow(sql`
    select id, slug, audience = 'public' and accepts_guests as takes_guests from hub
    where ${hubNamed(sql, named)} and ${readableHub(sql, reader)}`)
