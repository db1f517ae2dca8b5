import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Query, Sql } from '../../client.ts'
import { padNamed, readableThread } from '../may_read/readable_rows.ts'

/** A task that any participant with a seat may take, and the place it concerns. */
export interface OpenTaskRow {
  readonly id: string
  readonly title: Untrusted
  readonly thread_id: string
  readonly hub_id: string
  readonly slug: string | null
  readonly pad_id: string | null
  readonly pad_title: Untrusted | null
  readonly section_id: string | null
  readonly updated_at: Date
}

interface Wanted {
  readonly hub_id?: string | undefined
  readonly limit: number
}

/** In one hub, or all where the reader has a seat; latest change first. None whose reviewer counts as the reader. */
export async function openTasks(sql: Sql, reader: Reader, wanted: Wanted): Promise<readonly OpenTaskRow[]> {
  const { id: me = '', human_id = me, seats_of = me } = reader
  const free = (hub: Query): Query => sql`
    select task.* from task left join participant reviewer on reviewer.id = task.reviewer_id
    where task.hub_id = ${hub} and state not in ('done', 'cancelled') and state = 'open'
      and coalesce(reviewer.human_id, reviewer.id, '') not in (${me}, ${human_id})
    order by task.updated_at desc, task.id desc limit ${wanted.limit}`
  return await sql<OpenTaskRow[]>`
    select task.id, task.title, task.thread_id, hub.id as hub_id, hub.slug, about.id as pad_id, about.title as pad_title,
      case when about.id is not null then task.section_id end as section_id, task.updated_at
    from seat cross join lateral (${free(sql`seat.scope_id`)}) task
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    left join fold on fold.target_id = thread.id
    left join pad about on about.id = ${padNamed(sql, reader, sql`task.pad_id`)}
    where seat.participant_id = ${seats_of} and ${wanted.hub_id === undefined ? sql`true` : sql`seat.scope_id = ${wanted.hub_id}`}
      and fold.target_id is null and ${readableThread(sql, reader)}
    order by task.updated_at desc, task.id desc limit ${wanted.limit}`
}
