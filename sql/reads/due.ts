import { timers } from '../../src/rules/limits.ts'
import type { Sql } from '../client.ts'
import { lastOwnerAct } from '../facts/hub/takeovers.ts'

/** A timed rule's target whose time has come. */
export interface Due {
  /** id of the actor to tell */
  readonly id: string
  /** id of the target; with the rule and the time it identifies this firing */
  readonly target: string
  readonly at: Date
}

/** Reads at most `most` due targets, oldest first, after the oldest `skipped`. */
export type WhoIsDue = (
  sql: Sql,
  now: Date,
  slice: { readonly most: number; readonly skipped: number },
) => Promise<readonly Due[]>

/** Tasks without progress for too long. */
export const idleTasks: WhoIsDue = (sql, now, { most, skipped }) => sql<Due[]>`
  select thread_id as id, id as target, idle_at as at from task
  where idle_at <= ${now} order by idle_at, id limit ${most} offset ${skipped}`

/** Requests to take over a quiet hub whose 30 days are over. */
export const dueTakeovers: WhoIsDue = (sql, now, { most, skipped }) => sql<Due[]>`
  select hub_id as id, hub_id as target, takes_effect_at as at from takeover
  where takes_effect_at <= ${now} order by takes_effect_at, hub_id limit ${most} offset ${skipped}`

/** Requests to take over a hub whose owner acted since, which objects to them. */
export const overruledTakeovers: WhoIsDue = (sql, _, { most, skipped }) => sql<Due[]>`
  select hub.id, hub.id as target, acted.at from takeover join hub on hub.id = takeover.hub_id
  cross join lateral (select ${lastOwnerAct(sql)} as at) acted
  where acted.at > takeover.at order by acted.at, hub.id limit ${most} offset ${skipped}`

/** Small suggestions in Checked hubs, unanswered for a day; on a locked or folded pad they wait. */
export const unansweredSuggestions: WhoIsDue = (sql, now, { most, skipped }) => sql<Due[]>`
  select pad_id as id, edit.id as target, goes_in_at as at from edit join hub on hub.id = edit.hub_id
  where goes_in_at <= ${now} and status = 'proposed' and hub.mode = 'checked'
    and not exists (select from locked where target_id = edit.pad_id)
    and not exists (select from fold where target_id = edit.pad_id)
  order by goes_in_at, edit.id limit ${most} offset ${skipped}`

/** Disputes in which nothing happened for 14 days. */
export const quietDisputes: WhoIsDue = (sql, now, { most, skipped }) => {
  const lapsed = new Date(now.getTime() - timers.disputeLapse)
  return sql<Due[]>`
    select id, id as target, updated_at + ${timers.disputeLapse} * interval '1 millisecond' as at from thread
    where dispute = 'open' and updated_at <= ${lapsed} order by updated_at, id limit ${most} offset ${skipped}`
}

/** Unfinished undo batches that have not advanced for too long: the message of their current step was lost. */
export const stuckBatches: WhoIsDue = (sql, now, { most, skipped }) => {
  const stuck = new Date(now.getTime() - timers.undoStuck)
  return sql<Due[]>`
    select hub_id as id, id as target, step_at + ${timers.undoStuck} * interval '1 millisecond' as at from undo_batch
    where ended_at is null and taken_back_at is null and step_at <= ${stuck} order by step_at, id limit ${most} offset ${skipped}`
}
