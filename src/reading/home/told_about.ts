import type { Sql } from '../../../sql/client.ts'
import type { InboxItem } from '../../records/home/inbox_item.ts'
import { toldAbout, type ToldAboutRow } from '../../../sql/reads/home/told_about.ts'
import { present, presentAs } from '../../records/present.ts'
import type { InboxLine, ToldAbout } from '../../records/home/inbox_view.ts'
import type { Wait } from '../../records/home/to_decide.ts'
import { untrusted } from '../../text/untrusted.ts'
import type { Reader } from '../../rules/reader.ts'
import { noReach, personOf } from '../account/person.ts'
import { sectionOf } from './to_decide_records.ts'

/** Adds to inbox items the names of what they are about, and the record behind those that wait for a decision. */
export async function withNames(
  sql: Sql,
  reader: Reader,
  items: readonly InboxItem[],
  waits: readonly Wait[] = [],
): Promise<readonly InboxLine[]> {
  if (items.length === 0 || reader.id === undefined) return []
  const rows = await toldAbout(
    sql,
    reader,
    reader.id,
    items.map(({ seq }) => seq),
  )
  const about = new Map(rows.map((row) => [row.seq, aboutOf(row, reader.publicOn)]))
  const waiting = new Map(waits.flatMap((wait) => wait.items.map((seq) => [seq, wait] as const)))
  return items.map((item) => {
    const named = about.get(item.seq)
    const wait = waiting.get(item.seq)
    return { ...item, ...present({ about: named, wait }) }
  })
}

function aboutOf(row: ToldAboutRow, publicOn: boolean): ToldAbout {
  const section =
    row.section_id === null || row.pad_id === null
      ? undefined
      : sectionOf(row.pad_id, { id: row.section_id, text: row.heading })
  return presentAs({
    from: row.from && personOf(row.from, noReach),
    hub:
      row.hub_id !== null && row.slug !== null && row.audience
        ? {
            id: row.hub_id,
            slug: row.slug,
            title: row.hub_title ?? untrusted(''),
            audience: publicOn ? row.audience : ('private' as const),
          }
        : undefined,
    thread: row.thread_id === null ? undefined : { id: row.thread_id, title: row.thread_title ?? untrusted('') },
    pad: row.pad_id === null ? undefined : { id: row.pad_id, title: row.pad_title ?? untrusted('') },
    section,
    task: row.task_title,
    decision: row.decision,
    said: row.said,
  })
}
