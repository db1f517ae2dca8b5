import type { Sql } from '../../../sql/client.ts'
import { openTasks } from '../../../sql/reads/home/open_tasks.ts'
import type { OpenTask } from '../../records/home/open_task.ts'
import { present } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import { untrusted } from '../../text/untrusted.ts'
import type { Reader } from '../../rules/reader.ts'

/** Returns the tasks that the reader could take, in one hub or in all of theirs. */
export async function readOpenTasks(sql: Sql, reader: Reader, hub_id?: string): Promise<readonly OpenTask[]> {
  const rows = await openTasks(sql, reader, { hub_id, limit: reads.openTasks })
  return rows.map(({ id, title, thread_id, hub_id: hub, slug, pad_id, pad_title, section_id }) =>
    present({
      task_id: id,
      title,
      thread_id,
      hub_id: hub,
      slug,
      pad: pad_id === null ? undefined : present({ id: pad_id, title: pad_title ?? untrusted(''), section_id }),
    }),
  )
}
