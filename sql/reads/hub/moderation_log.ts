import type { LogLine } from '../../../src/records/hub/log_line.ts'
import { present } from '../../../src/records/present.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Query, Sql } from '../../client.ts'
import { tookRoleBack } from './logged_act.ts'

interface Row {
  readonly id: string
  readonly action: string
  readonly target_type: string
  readonly target_id: string
  readonly by_id: string
  readonly at: Date
  readonly reason: string | null
  readonly note: Untrusted | null
  readonly planned: number | null
  readonly ended: boolean
  readonly taken_back: boolean
  readonly over: boolean
  readonly items:
    | readonly { readonly kind: string; readonly back: 'restored' | 'kept' | null; readonly n: number }[]
    | null
}

/**
 * Whether the current fold, lock, pause or removal was made by that very act: the same rule as `isOf` in
 * actors/moderation/taking_back.ts.
 */
const isOfAct = (sql: Sql, table: 'fold' | 'locked' | 'agents_pause' | 'removal'): Query =>
  sql`${sql(table)}.at = act.at and coalesce(${sql(table)}.by_id, act.by_id) = act.by_id`

/**
 * The newest lines of a hub's log, or the newest before the act with the id `before`. An act that made an owner is `over`: only
 * another hand-over reverses it.
 */
export async function newestActs(sql: Sql, hub: string, limit: number, before?: string): Promise<readonly LogLine[]> {
  const rows = await sql<Row[]>`
    select act.id, action, target_type, target_id, act.by_id, act.at, reason, note, batch.planned,
      batch.ended_at is not null as ended, act.taken_back_by is not null as taken_back, counted.items,
      case action
        when 'hide' then not exists (select from fold where fold.target_id = act.target_id and ${isOfAct(sql, 'fold')})
        when 'lock' then not exists (
          select from locked where locked.target_id = act.target_id and ${isOfAct(sql, 'locked')})
        when 'pause_agents' then not exists (
          select from agents_pause where agents_pause.hub_id = act.target_id and ${isOfAct(sql, 'agents_pause')})
        when 'remove' then not exists (select from removal where removal.participant_id = act.target_id
          and removal.scope_id = coalesce(act.scope_id, act.hub_id) and ${isOfAct(sql, 'removal')})
        when 'set_role' then not exists (select from seat where seat.participant_id = act.target_id
          and seat.scope_id = act.hub_id and seat.at = act.at and seat.role <> 'owner') or ${tookRoleBack(sql)}
        else false end as over
    from (
      select * from act where hub_id = ${hub} and ${before === undefined ? sql`true` : sql`id < ${before}`}
      order by id desc limit ${limit}
    ) act
    left join undo_batch batch on batch.id = act.batch_id
    left join lateral (
      select jsonb_agg(to_jsonb(one)) as items
      from (select kind, back, count(*)::int as n from undo_item where batch_id = batch.id group by kind, back) one
    ) counted on true
    order by act.id desc`
  return rows.map(({ target_type, target_id, reason, note, planned, ended, items, taken_back, over, ...row }) => ({
    ...row,
    target: { type: target_type, id: target_id },
    ...present({ reason, note, taken_back: taken_back || undefined, over: over || undefined }),
    ...(planned === null
      ? {}
      : row.action === 'undo_everything'
        ? { progress: { done: sum(items ?? []), planned, ended } }
        : { back: backOf(items ?? []) }),
  }))
}

type Items = NonNullable<Row['items']>

const sum = (items: Items): number => items.reduce((all, { n }) => all + n, 0)

const backOf = (items: Items): NonNullable<LogLine['back']> => ({
  restored: sum(items.filter(({ back }) => back === 'restored')),
  waiting: sum(items.filter(({ back }) => back === null)),
  kept: Object.fromEntries(items.filter(({ back }) => back === 'kept').map(({ kind, n }) => [kind, n])),
})
