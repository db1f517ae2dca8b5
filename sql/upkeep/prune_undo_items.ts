import { type Sql, allValues } from '../client.ts'
import { undoneCounted } from '../reads/hub/undone_counted.ts'
import { type GoesOn, inBites } from '../runtime/in_bites.ts'

interface TakenBack {
  /** batches taken back before this, of which everything has been brought back or is known to stay as it is */
  readonly settled: Date
  /** all that were taken back before this */
  readonly anyway: Date
}

/** batches of one run */
const atOnce = 1_000

/**
 * Deletes what batches took back that were taken back themselves: the log tells of it only how much it was, which stays
 * with the batch. Whoever undoes and brings back in turns would else leave a row for each post each time.
 */
export async function pruneUndoItems(
  sql: Sql,
  { settled, anyway }: TakenBack,
  goesOn: GoesOn = () => true,
): Promise<number> {
  const batches = await allValues<string>(sql`
    select id from undo_batch batch where taken_back_at < ${settled} and steps is not null
      and (taken_back_at < ${anyway} or not exists (
        select from undo_item item where item.batch_id = batch.id and item.back is null))
    order by taken_back_at limit ${atOnce}`)
  let gone = 0
  for (const id of batches) {
    if (!goesOn()) break
    await sql`update undo_batch set counted = ${undoneCounted(sql, sql`undo_batch.id`)} where id = ${id} and counted is null`
    gone += await inBites(
      (most) => sql`
        delete from undo_item where ctid = any(array(
          select ctid from undo_item where batch_id = ${id} limit ${most} for update skip locked))`,
      goesOn,
    )
    await sql`
      update undo_batch set steps = null where id = ${id} and not exists (select from undo_item where batch_id = ${id})`
  }
  return gone
}
