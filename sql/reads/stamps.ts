import type { Reader } from '../../src/rules/caller.ts'
import { type Query, type Sql, firstRow } from '../client.ts'
import { readableHub, readablePad, readableThread } from './may_read/readable_rows.ts'
import { hubNamed } from './hub/hub_named.ts'

/** A cache validator: while `stamp` is the same, so is the page. `actors` are those whose wakes can change it. */
export interface Stamp {
  readonly stamp: string
  readonly actors: readonly string[]
}

/** Hiding and restoring changes what other pages show, and leaves an act. */
const newestAct = (sql: Sql): Query => sql`(select max(act.id) from act where act.hub_id = hub.id)`

/**
 * The pad that a thread is about does not move its version. A decision does, but only once the thread was told, after the
 * pad's commit. Undefined for both private and missing.
 */
export const threadStamp = (sql: Sql, reader: Reader, id: string): Promise<Stamp | undefined> =>
  firstRow(sql`
    select array[thread.id, hub.id] as actors, jsonb_build_array(thread.version, hub.version, ${newestAct(sql)},
      (select max(coalesce(answered_at, at)) from decision where decision.thread_id = thread.id),
      (select updated_at from pad where pad.id = thread.about_pad_id))::text as stamp
    from thread join hub on hub.id = thread.hub_id
    where thread.id = ${id} and ${readableThread(sql, reader)}`)

/** Threads about a pad determine its status and marks; decisions and suggestions do not move its version. */
export const padStamp = (sql: Sql, reader: Reader, id: string): Promise<Stamp | undefined> =>
  firstRow(sql`
    select array[pad.id, hub.id] as actors, jsonb_build_array(pad.version, hub.version, about.versions, about.newest,
      (select max(coalesce(answered_at, at)) from decision where decision.pad_id = pad.id),
      (select max(edit.id) from edit where edit.pad_id = pad.id and edit.kind = 'suggestion'),
      (select count(*) from edit where edit.pad_id = pad.id and edit.status = 'proposed'),
      (select at from fold where target_id = pad.id),
      (select max(checked->>'at') from section where section.pad_id = pad.id), ${newestAct(sql)})::text as stamp
    from pad join hub on hub.id = pad.hub_id
    cross join lateral (
      select sum(thread.version) as versions, max(thread.updated_at) as newest
      from thread where thread.about_pad_id = pad.id
    ) about
    where pad.id = ${id} and ${readablePad(sql, reader)}`)

/** Named by slug or id. A hub's page lists its content, so its newest change and the pins count. */
export const hubStamp = (sql: Sql, reader: Reader, named: string): Promise<Stamp | undefined> =>
  firstRow(sql`
    select array[hub.id] as actors, jsonb_build_array(hub.version, ${newestAct(sql)},
      (select md5(string_agg(item_id, ' ' order by item_id)) from pin where pin.hub_id = hub.id),
      (select max(updated_at) from thread where thread.hub_id = hub.id),
      (select max(updated_at) from pad where pad.hub_id = hub.id))::text as stamp
    from hub
    where ${hubNamed(sql, named)} and ${readableHub(sql, reader)}`)

/** A DM is visible to both sides. */
export const dmStamp = (sql: Sql, { id: me = '' }: Reader, id: string): Promise<Stamp | undefined> =>
  firstRow(sql`
    select array[id] as actors, version::text as stamp from dm
    where id = ${id} and ${me} in (a_id, b_id)`)
