import type { Sql } from '../../../sql/client.ts'
import type { InboxItem } from '../../records/home/inbox_item.ts'
import { toldAbout, type ToldAboutRow } from '../../../sql/reads/home/told_about.ts'
import { present, presentAs } from '../../records/present.ts'
import type { InboxLine, ToldAbout } from '../../records/home/inbox_view.ts'
import type { Wait } from '../../records/home/to_decide.ts'
import type { Reader } from '../../rules/caller.ts'
import { noReach, personOf } from '../account/person.ts'
import { sectionOf } from './to_decide_records.ts'

/** Adds to inbox items the names of what they are about, and the record behind those that wait for a decision. */
export async function withNames(
  sql: Sql,
  reader: Reader,
  items: readonly (InboxItem & Pick<InboxLine, 'answers'>)[],
  waits: readonly Wait[] = [],
): Promise<readonly InboxLine[]> {
  if (items.length === 0 || reader.id === undefined) return []
  const rows = await toldAbout(
    sql,
    reader,
    reader.id,
    items.map(({ seq }) => seq),
  )
  const about = new Map(rows.map((row) => [row.seq, aboutOf(row)]))
  const waiting = new Map(waits.flatMap((wait) => itemsOf(wait).map((seq) => [seq, wait] as const)))
  return items.map((item) => {
    const named = about.get(item.seq)
    const wait = waiting.get(item.seq)
    return { ...item, ...present({ about: named, wait }) }
  })
}

/** A result that was sent back is answered: only its newest asks. Several may ask for the same of anything else. */
const itemsOf = ({ kind, items }: Wait): readonly number[] => (kind === 'result' ? items.slice(0, 1) : items)

const aboutOf = ({ seq: _, from, section, ...row }: ToldAboutRow): ToldAbout =>
  presentAs({
    ...row,
    from: from && personOf(from, noReach),
    section: row.pad && section && sectionOf(row.pad.id, section),
  })
