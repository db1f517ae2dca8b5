import type { Reader } from '../../../src/rules/caller.ts'
import type { Sql } from '../../client.ts'
import { readableHub, readablePad, readableThread } from '../may_read/readable_rows.ts'

export interface HubContent {
  readonly type: 'pad' | 'thread'
  readonly id: string
}

/**
 * A hub's pads, then its threads, that the reader may see, in order of creation: each appears once, whatever changes
 * between pages. Undefined when the reader cannot see the hub.
 */
export async function hubContents(
  sql: Sql,
  reader: Reader,
  hub: string,
  { after, limit }: { readonly after: HubContent | undefined; readonly limit: number },
): Promise<readonly HubContent[] | undefined> {
  const { type, id } = after ?? { type: 'pad', id: '' }
  const rows = await sql<(HubContent & { part: number })[]>`
    with open_hub as (select hub.id from hub where hub.id = ${hub} and ${readableHub(sql, reader)})
    select 0 as part, 'hub' as type, open_hub.id from open_hub
    union all
    select * from (
      select 1 as part, 'pad' as type, pad.id from pad join hub on hub.id = pad.hub_id
      where pad.hub_id = (select open_hub.id from open_hub) and ${type} = 'pad' and pad.id > ${id}
        and ${readablePad(sql, reader)}
      order by pad.id limit ${limit}) pads
    union all
    select * from (
      select 2 as part, 'thread' as type, thread.id from thread join hub on hub.id = thread.hub_id
      where thread.hub_id = (select open_hub.id from open_hub) and thread.id > ${type === 'thread' ? id : ''}
        and ${readableThread(sql, reader)}
      order by thread.id limit ${limit}) threads
    order by part, id`
  const [there, ...found] = rows
  return there && found.slice(0, limit).map(({ type: kind, id: content }) => ({ type: kind, id: content }))
}
