import type { Reader } from '../../../src/rules/caller.ts'
import type { Query, Sql } from '../../client.ts'
import { keeps, taken } from '../hub/seats/seat_parts.ts'

/**
 * Conditions for `where`, one per kind of thing: true when the reader may see the row. They use the tables' own names
 * (hub, thread, pad), so queries join these without aliases. Conditions for threads and pads need hub joined too.
 */

/** A reader whose seats may be those of a column, so that one statement checks many. */
type Seeing = Omit<Reader, 'seats_of'> & { readonly seats_of?: string | Query }

/** A guest's seat opens nothing that is not public. */
const seatIn = (sql: Sql, { seats_of, id }: Seeing, scope: Query): Query =>
  sql`exists (select from seat where seat.scope_id = ${scope} and seat.participant_id = ${seats_of ?? id ?? ''}
    and not ${taken(sql, sql`seat`)})`

/** Whether the reader is owner or helper of `hub`. */
export const keepsHub = (sql: Sql, { seats_of, id }: Seeing): Query =>
  sql`exists (select from seat where seat.scope_id = hub.id and seat.participant_id = ${seats_of ?? id ?? ''}
    and ${keeps(sql, sql`seat.role`)})`

/** The hub itself: page, Read me first, members. A sub-agent's key covers only its threads and pads. */
export const readableHub = (sql: Sql, reader: Reader): Query => (reader.limitedTo ? sql`false` : hubOpenTo(sql, reader))

const hubOpenTo = (sql: Sql, reader: Seeing): Query => {
  const isPublic = sql`hub.audience = 'public'`
  if (reader.id === undefined) return reader.publicOn ? isPublic : sql`false`
  const seated = seatIn(sql, reader, sql`hub.id`)
  return reader.publicOn ? sql`(${isPublic} or ${seated})` : seated
}

/** Hidden content is missing for all but owner and helpers. */
const shownTo = (sql: Sql, reader: Seeing, id: Query): Query => {
  const shown = sql`not ${hidden(sql, id)}`
  return reader.id === undefined ? shown : sql`(${shown} or ${keepsHub(sql, reader)})`
}

const readablePart = (sql: Sql, reader: Seeing, id: Query, reached?: readonly string[]): Query => {
  const part =
    reader.id === undefined ? hubOpenTo(sql, reader) : sql`(${hubOpenTo(sql, reader)} or ${seatIn(sql, reader, id)})`
  const visible = sql`${part} and ${shownTo(sql, reader, id)}`
  return reached ? sql`(${visible} and ${id} = any(${reached}::text[]))` : sql`(${visible})`
}

export const readableThread = (sql: Sql, reader: Seeing): Query =>
  readablePart(sql, reader, sql`thread.id`, reader.limitedTo?.threads)

/** A post of `thread`, joined beside it. */
export const readablePost = (sql: Sql, reader: Reader): Query =>
  sql`(${readableThread(sql, reader)} and ${shownTo(sql, reader, sql`post.id`)})`

export const readablePad = (sql: Sql, reader: Reader): Query =>
  readablePart(sql, reader, sql`pad.id`, reader.limitedTo?.pads)

/** While public access is off, every hub is private. */
export const audienceTo = (sql: Sql, { publicOn }: Pick<Reader, 'publicOn'>): Query =>
  publicOn ? sql`hub.audience` : sql`'private'`

/** The column `hub` of a row, a HubSeen as JSON. */
export const hubSeen = (sql: Sql, reader: Reader): Query => sql`
  case when ${readableHub(sql, reader)}
    then json_build_object('id', hub.id, 'slug', hub.slug, 'title', hub.title, 'audience', ${audienceTo(sql, reader)})
    else json_build_object('id', hub.id, 'audience', ${audienceTo(sql, reader)}) end as hub`

/** The slug alone; null when the reader may not open the hub. */
export const slugNamed = (sql: Sql, reader: Reader): Query =>
  sql`case when ${readableHub(sql, reader)} then hub.slug end`

/** The id of a thread or pad of this hub to which a row refers; null when the reader may not open it. */
export const threadNamed = (sql: Sql, reader: Reader, id: Query): Query =>
  sql`(select thread.id from thread where thread.id = ${id} and thread.hub_id = hub.id and ${readableThread(sql, reader)})`

export const padNamed = (sql: Sql, reader: Reader, id: Query): Query =>
  sql`(select pad.id from pad where pad.id = ${id} and pad.hub_id = hub.id and ${readablePad(sql, reader)})`

/**
 * Whether the owner or a helper has hidden what has this id, a column; only they see it. offset 0: it is looked up row by
 * row, where a plan that expects many rows would read all folds of the server.
 */
export const hidden = (sql: Sql, id: Query): Query =>
  sql`exists (select from fold where fold.target_id = ${id} and fold.level = 'hide' offset 0)`
