import type { Sql } from '../../../sql/client.ts'
import {
  dmsAsked,
  joinsAsked,
  reportsAsked,
  resultsAsked,
  takeoversAsked,
} from '../../../sql/reads/to_decide/among_people.ts'
import { decisionsAsked, flagsAsked, suggestionsAsked } from '../../../sql/reads/to_decide/on_pads.ts'
import { countOpenWaits, type OpenWait, openWaits } from '../../../sql/reads/to_decide/open.ts'
import type { PersonRow } from '../../../sql/reads/thread/thread_row.ts'
import type { Wait } from '../../records/home/to_decide.ts'
import { reads } from '../../rules/limits.ts'
import type { ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'
import {
  decision,
  dmRequest,
  flag,
  join,
  report,
  result,
  type WaitContext,
  suggestion,
  takeover,
  type WaitRecord,
} from './to_decide_records.ts'

interface Waits {
  /** newest first */
  readonly waits: readonly Wait[]
  /** number of all waits, listed or not */
  readonly count: number
}

/** Returns what waits for the caller's decision, each with the record behind it. */
export async function readWaits(parts: ReadingParts, reader: Reader, now: number): Promise<Waits> {
  const { sql } = parts
  const found = await openWaits(sql, reader, reads.waits.page)
  const loaded = (await Promise.all(kinds.map((load) => load(sql, reader, found)))).flat()
  const reach = await parts.reach.of(
    loaded.map(({ by }) => by.id),
    now,
  )
  const records = new Map(loaded.map(({ of, record }) => [of, record({ reach, reader })]))
  const waits = found.flatMap((wait) => {
    const record = records.get(wait)
    // undefined when it was answered between the two reads
    return record ? [{ ...record, items: wait.items, at: wait.at }] : []
  })
  const total = found[0]?.total ?? 0
  return { waits, count: total - (found.length - waits.length) }
}

/** What waits for the caller's decision, as one may wait for a change of it. */
interface WaitsWatched {
  readonly count: number
  /** actors whose changes can answer a wait */
  readonly actors: readonly string[]
}

export async function watchWaits(sql: Sql, reader: Reader): Promise<WaitsWatched> {
  const found = await openWaits(sql, reader, reads.waits.page)
  return { count: found[0]?.total ?? 0, actors: [...new Set(found.map(({ place }) => place))] }
}

export { countOpenWaits }

interface Loaded {
  readonly of: OpenWait
  readonly by: PersonRow
  readonly record: (seen: WaitContext) => WaitRecord
}

/** Loads all waits of one kind with one statement; none when there are none. */
const kind =
  <Row extends { readonly record: string; readonly by: PersonRow }>(
    name: OpenWait['kind'],
    load: (sql: Sql, records: readonly string[], reader: Reader) => Promise<readonly Row[]>,
    recordOf: (row: Row, seen: WaitContext, wait: OpenWait) => WaitRecord,
    named: (wait: OpenWait) => string = ({ record }) => record,
  ) =>
  async (sql: Sql, reader: Reader, found: readonly OpenWait[]): Promise<readonly Loaded[]> => {
    const waits = new Map(found.filter((wait) => wait.kind === name).map((wait) => [wait.record, wait]))
    if (waits.size === 0) return []
    const rows = await load(sql, [...waits.values()].map(named), reader)
    return rows.flatMap((row) => {
      const of = waits.get(row.record)
      return of ? [{ of, by: row.by, record: (seen) => recordOf(row, seen, of) }] : []
    })
  }

const kinds = [
  kind('suggestion', suggestionsAsked, suggestion),
  kind('decision', decisionsAsked, decision),
  kind('flag', flagsAsked, flag),
  kind('result', resultsAsked, result),
  kind('join', joinsAsked, join),
  kind('takeover', takeoversAsked, takeover),
  kind('report', reportsAsked, report, ({ reports, hub_id }) => `${reports?.[0]} ${hub_id}`),
  kind('dm_request', dmsAsked, dmRequest),
]
