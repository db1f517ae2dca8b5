import type { LogLine } from '../../../src/records/hub/opened_hub.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { tookRoleBack } from './logged_act.ts'
import { undoneCounted } from './undone_counted.ts'

interface Row extends Omit<LogLine, 'progress' | 'back'> {
  readonly planned?: number
  readonly ended: boolean
  readonly items?: readonly { readonly kind: string; readonly back: 'restored' | 'kept' | null; readonly n: number }[]
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
  const rows = await records<Row>(sql`
    select act.id, action, json_build_object('type', target_type, 'id', target_id) as target, act.by_id, act.at, reason,
      note, batch.planned, batch.ended_at is not null as ended,
      nullif(act.taken_back_by is not null, false) as taken_back,
      coalesce(batch.counted, ${undoneCounted(sql, sql`batch.id`)}) as items,
      nullif(case action
        when 'hide' then not exists (select from fold where fold.target_id = act.target_id and ${isOfAct(sql, 'fold')})
        when 'lock' then not exists (
          select from locked where locked.target_id = act.target_id and ${isOfAct(sql, 'locked')})
        when 'pause_agents' then not exists (
          select from agents_pause where agents_pause.hub_id = act.target_id and ${isOfAct(sql, 'agents_pause')})
        when 'remove' then not exists (select from removal where removal.participant_id = act.target_id
          and removal.scope_id = coalesce(act.scope_id, act.hub_id) and ${isOfAct(sql, 'removal')})
        when 'set_role' then not exists (select from seat where seat.participant_id = act.target_id
          and seat.scope_id = act.hub_id and seat.at = act.at and seat.role <> 'owner') or ${tookRoleBack(sql)}
        else false end, false) as over
    from (
      select * from act where hub_id = ${hub} and ${before === undefined ? sql`true` : sql`id < ${before}`}
      order by id desc limit ${limit}
    ) act
    left join undo_batch batch on batch.id = act.batch_id
    order by act.id desc`)
  return rows.map(({ planned, ended, items = [], ...line }) => {
    if (planned === undefined) return line
    return line.action === 'undo_everything'
      ? { ...line, progress: { done: sum(items), planned, ended } }
      : { ...line, back: backOf(items) }
  })
}

type Items = NonNullable<Row['items']>

const sum = (items: Items): number => items.reduce((all, { n }) => all + n, 0)

const backOf = (items: Items): NonNullable<LogLine['back']> => ({
  restored: sum(items.filter(({ back }) => back === 'restored')),
  waiting: sum(items.filter(({ back }) => back === null)),
  kept: Object.fromEntries(items.filter(({ back }) => back === 'kept').map(({ kind, n }) => [kind, n])),
})
