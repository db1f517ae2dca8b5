import { untrusted, type Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

interface Row {
  readonly id: string
  readonly action: string
  readonly target_type: string
  readonly target_id: string
  readonly by_id: string
  readonly at: Date
  readonly reason: string | null
  readonly note: string | null
  readonly planned: number | null
  readonly undone: number
}

/** One line of a hub's moderation log. */
export interface Act {
  readonly id: string
  readonly action: string
  readonly target: { readonly type: string; readonly id: string }
  readonly by_id: string
  readonly at: Date
  readonly reason?: string
  readonly note?: Untrusted
  /** of a batch of undoing: how much of it is done */
  readonly progress?: { readonly done: number; readonly planned: number }
}

export async function newestActs(sql: Sql, hub: string, limit: number): Promise<readonly Act[]> {
  const rows = await sql<Row[]>`
    select act.id, action, target_type, target_id, act.by_id, act.at, reason, note, batch.planned,
      case when batch.id is null then 0
        else (select count(*)::int from undo_item where batch_id = batch.id) end as undone
    from act left join undo_batch batch on batch.act_id = act.id
    where act.hub_id = ${hub} order by act.id desc limit ${limit}`
  return rows.map(({ target_type, target_id, reason, note, planned, undone, ...row }) => ({
    ...row,
    target: { type: target_type, id: target_id },
    ...(reason === null ? {} : { reason }),
    ...(note === null ? {} : { note: untrusted(note) }),
    ...(planned === null ? {} : { progress: { done: undone, planned } }),
  }))
}
