import type { Sql } from '../../sql/client.ts'
import { notePadVisits, type PadVisit, noteReadMarks, type ReadMark } from '../../sql/outside_actors/readers_marks.ts'
import { iso } from '../rules/units.ts'

const behind = 250

/** Notes what participants have read. Written together a moment later, and no reader waits for that. */
export interface NotedReads {
  /** how far in a thread or DM; a lost mark only raises the reader's count of unread posts */
  upTo(reader: string, scope: string, seq: number, now: number): void
  /** which version of a pad; a lost visit only shows the reader marks they have seen before */
  pad(reader: string, pad_id: string, version: number, now: number): void
  /** Resolves when the marks that this process noted of a reader are stored, for what counts their unread posts. */
  marksStored(reader: string): Promise<void>
}

export function openNotedReads(sql: Sql): NotedReads {
  const marks = writtenBehind<ReadMark>((rows) => noteReadMarks(sql, rows))
  const visits = writtenBehind<PadVisit>((rows) => notePadVisits(sql, rows))
  return {
    upTo(participant_id, scope_id, seq, now) {
      marks.put(participant_id, scope_id, (earlier) =>
        earlier && earlier.seq >= seq ? earlier : { participant_id, scope_id, seq, at: iso(now) },
      )
    },
    pad(participant_id, pad_id, version, now) {
      const visit = { participant_id, pad_id, version, at: iso(now) }
      visits.put(participant_id, pad_id, () => visit)
    },
    marksStored: (reader) => marks.stored(reader),
  }
}

type OfPlaces<Row> = Map<string, Row>

function writtenBehind<Row>(write: (rows: readonly Row[]) => Promise<unknown>) {
  const waiting = new Map<string, OfPlaces<Row>>()
  const storing = new Map<string, Promise<void>>()

  function store(readers: readonly string[]): void {
    // in one order, or two processes that write the same marks could deadlock
    const rows = readers.toSorted().flatMap((reader) => inOrder(waiting.get(reader)))
    for (const reader of readers) waiting.delete(reader)
    if (rows.length === 0) return
    const stored = write(rows).catch(() => undefined)
    for (const reader of readers) {
      // an earlier write may take longer than this one
      const all: Promise<void> = Promise.all([storing.get(reader), stored]).then(() => {
        if (storing.get(reader) === all) storing.delete(reader)
      })
      storing.set(reader, all)
    }
  }

  return {
    put(reader: string, place: string, row: (earlier: Row | undefined) => Row): void {
      if (waiting.size === 0) setTimeout(() => store([...waiting.keys()]), behind).unref()
      const own = waiting.get(reader) ?? new Map<string, Row>()
      waiting.set(reader, own.set(place, row(own.get(place))))
    },
    /** Stores the waiting rows of one reader at once; those of others wait for the common write. */
    async stored(reader: string): Promise<void> {
      store(waiting.has(reader) ? [reader] : [])
      await storing.get(reader)
    },
  }
}

const inOrder = <Row>(places: OfPlaces<Row> = new Map()): readonly Row[] =>
  [...places].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
