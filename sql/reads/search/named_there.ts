import type { Reader } from '../../../src/rules/caller.ts'
import type { Sql } from '../../client.ts'
import { readableHub } from '../may_read/readable_rows.ts'

/**
 * Handles of participants with a seat in a thread, or in its hub where the reader may open it: those whose first part equals `part`, else those that
 * start with it. At most two, since with more than one the name is ambiguous.
 */
export async function namedThere(sql: Sql, reader: Reader, thread: string, part: string): Promise<readonly string[]> {
  const rows = await sql<{ handle: string; whole: boolean }[]>`
    select distinct handle, split_part(handle, '.', 1) = ${part} as whole
    from seat join participant on participant.id = seat.participant_id
    where seat.scope_id in (${thread}, (
      select hub.id from thread join hub on hub.id = thread.hub_id where thread.id = ${thread} and ${readableHub(sql, reader)}))
      and (starts_with(handle, ${part}) or starts_with(${part}, split_part(handle, '.', 1)))
    order by whole desc, handle limit 2`
  const whole = rows.filter((row) => row.whole)
  return (whole.length > 0 ? whole : rows).map(({ handle }) => handle)
}
