import type { Sql } from '../../../sql/client.ts'
import { hubHead } from '../../../sql/reads/hub/hub_head.ts'
import { hubBySlugOrId } from '../../../sql/reads/hub/hub_named.ts'
import { canReadThread, isInHub, readableHubId } from '../../../sql/reads/may_read/readable_place.ts'
import { orUnreadable, unreadable } from '../../rules/errors.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { Reader } from '../../rules/caller.ts'

export { isInHub }

/** Returns the id of a hub the reader may see, by slug or id. Throws not_found. */
export const readableHub = (sql: Sql, reader: Reader, named: string): Promise<string> =>
  orUnreadable('hub', readableHubId(sql, reader, named))

/** Returns the title of a hub that the reader may see. */
export const titleOfHub = async (sql: Sql, reader: Reader, named: string): Promise<Untrusted | undefined> =>
  (await hubHead(sql, reader, named))?.title

/** Finds a hub to ask for a seat in; private hubs can be named too. Throws not_found. */
export const hubToJoin = (sql: Sql, named: string): Promise<{ readonly id: string; readonly slug: string }> =>
  orUnreadable('hub', hubBySlugOrId(sql, named))

/** Throws not_found when the reader may not see the thread. */
export async function threadToJoin(sql: Sql, reader: Reader, id: string): Promise<void> {
  if (!(await canReadThread(sql, reader, id))) throw unreadable('thread')
}
