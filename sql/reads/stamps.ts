import type { Reader } from '../../src/rules/reader.ts'
import type { Query, Sql } from '../client.ts'
import { readableHub, readablePad, readableThread } from './readability/readable_rows.ts'

/** A cache validator: while `stamp` is the same, so is the page. `actors` are those whose wakes can change it. */
export interface Stamp {
  readonly stamp: string
  readonly actors: readonly string[]
}

/** Hiding and restoring changes what other pages show, and leaves an act. */
const newestAct = (sql: Sql): Query => sql`(select max(act.id) from act where act.hub_id = hub.id) as acted`

/** Decisions and the pad it is about do not move a thread's version. Undefined for both private and missing. */
export async function threadStamp(sql: Sql, reader: Reader, id: string): Promise<Stamp | undefined> {
  const [row] = await sql<
    {
      version: number
      hub_id: string
      hub_version: number
      acted: string | null
      decided: Date | null
      about: Date | null
    }[]
  >`
    select thread.version, hub.id as hub_id, hub.version as hub_version, ${newestAct(sql)},
      (select max(coalesce(answered_at, at)) from decision where decision.thread_id = thread.id) as decided,
      (select updated_at from pad where pad.id = thread.about_pad_id) as about
    from thread join hub on hub.id = thread.hub_id
    where thread.id = ${id} and ${readableThread(sql, reader)}`
  return (
    row && {
      stamp: `${row.version} ${row.hub_version} ${row.acted ?? ''} ${row.decided?.getTime() ?? ''} ${row.about?.getTime() ?? ''}`,
      actors: [id, row.hub_id],
    }
  )
}

/** Threads about a pad determine its status and marks; decisions and suggestions do not move its version. */
export async function padStamp(sql: Sql, reader: Reader, id: string): Promise<Stamp | undefined> {
  const [row] = await sql<
    {
      version: number
      hub_id: string
      hub_version: number
      about: number
      newest: Date | null
      decided: Date | null
      suggested: string | null
      waiting: number
      folded: Date | null
      checked: string | null
      acted: string | null
    }[]
  >`
    select pad.version, hub.id as hub_id, hub.version as hub_version, about.versions as about, about.newest,
      (select max(coalesce(answered_at, at)) from decision where decision.pad_id = pad.id) as decided,
      (select max(edit.id) from edit where edit.pad_id = pad.id and edit.kind = 'suggestion') as suggested,
      (select count(*)::int from edit where edit.pad_id = pad.id and edit.status = 'proposed') as waiting,
      (select at from fold where target_id = pad.id) as folded,
      (select max(checked->>'at') from section where section.pad_id = pad.id) as checked, ${newestAct(sql)}
    from pad join hub on hub.id = pad.hub_id
    cross join lateral (
      select coalesce(sum(thread.version), 0)::int as versions, max(thread.updated_at) as newest
      from thread where thread.about_pad_id = pad.id
    ) about
    where pad.id = ${id} and ${readablePad(sql, reader)}`
  return (
    row && {
      stamp: `${row.version} ${row.hub_version} ${row.about} ${row.newest?.getTime() ?? ''} ${row.decided?.getTime() ?? ''} ${row.suggested ?? ''} ${row.waiting} ${row.folded?.getTime() ?? ''} ${row.checked ?? ''} ${row.acted ?? ''}`,
      actors: [id, row.hub_id],
    }
  )
}

/** Named by slug or id. A hub's page lists its content, so its newest change and the pins count. */
export async function hubStamp(sql: Sql, reader: Reader, named: string): Promise<Stamp | undefined> {
  const [row] = await sql<
    {
      id: string
      version: number
      pinned: string | null
      threads: Date | null
      pads: Date | null
      acted: string | null
    }[]
  >`
    select hub.id, hub.version, ${newestAct(sql)},
      (select md5(string_agg(item_id, ' ' order by item_id)) from pin where pin.hub_id = hub.id) as pinned,
      (select max(updated_at) from thread where thread.hub_id = hub.id) as threads,
      (select max(updated_at) from pad where pad.hub_id = hub.id) as pads
    from hub
    where (hub.slug = ${named.toLowerCase()} or hub.id = ${named}) and ${readableHub(sql, reader)}`
  return (
    row && {
      stamp: `${row.version} ${row.pinned ?? ''} ${row.threads?.getTime() ?? ''} ${row.pads?.getTime() ?? ''} ${row.acted ?? ''}`,
      actors: [row.id],
    }
  )
}

/** A DM is visible to both sides; when one blocked the other, only to the one who blocked. */
export async function dmStamp(sql: Sql, { id: me = '' }: Reader, id: string): Promise<Stamp | undefined> {
  const [row] = await sql<{ version: number }[]>`
    select version from dm
    where id = ${id} and ${me} in (a_id, b_id) and (blocked_by is null or blocked_by = ${me})`
  return row && { stamp: String(row.version), actors: [id] }
}
