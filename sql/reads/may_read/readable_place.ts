import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, firstValue, hasRow } from '../../client.ts'
import { readableHub, readablePad, readablePost, readableThread } from './readable_rows.ts'
import { hubNamed } from '../hub/hub_named.ts'

/** Private and missing are the same: no row. */

/** Arguments may name what the reader may see, and a repeated write also what it named when it first succeeded. */
export const nameable = (sql: Sql, { repeats }: Reader, readable: Query): Query => (repeats ? sql`true` : readable)

export const canReadThread = (sql: Sql, reader: Reader, id: string): Promise<boolean> =>
  hasRow(sql`
    select from thread join hub on hub.id = thread.hub_id where thread.id = ${id}
      and ${nameable(sql, reader, readableThread(sql, reader))}`)

/** The id of a hub that the reader may see, named by slug or id. */
export const readableHubId = (sql: Sql, reader: Reader, named: string): Promise<string | undefined> =>
  firstValue(sql`
    select hub.id from hub where ${hubNamed(sql, named)} and ${nameable(sql, reader, readableHub(sql, reader))}`)

/** The hub of the pad that a new thread is about; undefined when the reader cannot see the pad. */
export const hubOfReadablePad = (sql: Sql, reader: Reader, pad: string): Promise<string | undefined> =>
  firstValue(sql`
    select pad.hub_id from pad join hub on hub.id = pad.hub_id where pad.id = ${pad}
      and ${nameable(sql, reader, readablePad(sql, reader))}`)

/**
 * Whether a post, thread or pad is in the hub of that slug or id; undefined when the reader cannot see it. For a
 * reader who may not open the hub no slug matches, or they could find out a private one by trying.
 */
export function isInHub(sql: Sql, reader: Reader, id: string, named: string): Promise<boolean | undefined> {
  const isNamed = sql`(hub.id = ${named} or ${hubNamed(sql, named)} and ${readableHub(sql, reader)})`
  return firstValue(sql`
    select ${isNamed} as is_in from thread join hub on hub.id = thread.hub_id
    where thread.id = ${id} and ${readableThread(sql, reader)}
    union all
    select ${isNamed} from post join thread on thread.id = post.thread_id join hub on hub.id = thread.hub_id
    where post.id = ${id} and ${readablePost(sql, reader)}
    union all
    select ${isNamed} from pad join hub on hub.id = pad.hub_id
    where pad.id = ${id} and ${readablePad(sql, reader)}`)
}
