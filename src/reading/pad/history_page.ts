import type { Sql } from '../../../sql/client.ts'
import { type DecisionRead, decisionsBetween } from '../../../sql/reads/pad/decisions.ts'
import { type EditRead, editsOf } from '../../../sql/reads/pad/edits.ts'
import type { PadHead } from '../../../sql/reads/pad/pad_head.ts'
import { madeAt } from '../../records/pad/decision_line.ts'
import { present } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import type { Reader } from '../../rules/caller.ts'
import { groupsIn, opaque, timeIn } from '../cursor.ts'

interface PageWanted {
  readonly from_version?: number | undefined
  readonly to_version?: number | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** One page of what happened to a pad, newest first. */
export interface HistoryPage {
  readonly edits: readonly EditRead[]
  /** each is on the page of the edit before it; absent between two versions */
  readonly decisions?: readonly DecisionRead[]
  readonly next_cursor?: string
}

export async function historyPage(
  sql: Sql,
  reader: Reader,
  { id, version: newest }: PadHead,
  { from_version: from, to_version: to, cursor, limit }: PageWanted,
): Promise<HistoryPage> {
  const { version: below, past } = cursor === undefined ? {} : positionOf(cursor)
  const upTo = Math.min(to ?? newest, below === undefined ? newest : below - 1)
  const found = await editsOf(sql, id, { after: from ?? 0, upTo, limit: limit + 1 })
  const edits = found.slice(0, limit)
  const lastOf = (shown: readonly EditRead[]): number => shown.at(-1)?.version ?? below ?? newest + 1
  const older = found.length > limit ? cursorOf(lastOf(edits)) : undefined
  if (from !== undefined || to !== undefined) return present({ edits, next_cursor: older })

  const most = Math.min(limit, reads.pad.decisions)
  const begins = below === undefined || past ? undefined : edits[0]?.at
  const made =
    below !== undefined && !past && begins === undefined
      ? []
      : await decisionsBetween(sql, reader, id, {
          after: found[limit]?.at,
          upTo: begins,
          below: past,
          limit: most + 1,
        })
  const decisions = made.slice(0, most)
  const end = made.length > most ? decisions.at(-1) : undefined
  if (!end) return present({ edits, decisions, next_cursor: older })
  // a page that is full of decisions ends with the last of them
  const shown = edits.filter(({ at }) => at >= madeAt(end))
  return { edits: shown, decisions, next_cursor: cursorOf(lastOf(shown), end) }
}

/** The next page has edits below this version, and decisions past this one. */
const cursorOf = (version: number, past?: DecisionRead): string =>
  opaque(`v${version}${past ? ` ${madeAt(past).getTime()} ${past.id}` : ''}`)

function positionOf(cursor: string): { version: number; past?: { at: Date; id: string } } {
  const [version, at, id] = groupsIn(cursor, /^v(\d{1,9})(?: (\d{1,15}) (dec_\w{1,80}))?$/)
  return present({ version: Number(version), past: id === undefined ? undefined : { at: timeIn(at, 10), id } })
}
