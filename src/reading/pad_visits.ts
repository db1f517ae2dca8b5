import type { Sql } from '../../sql/client.ts'
import { notePadVisits, type PadVisit } from '../../sql/claims/pad_visits.ts'

const behind = 250
const waiting = new WeakMap<Sql, Map<string, PadVisit>>()

/** Notes that a participant reads a pad. Visits are written together a moment later, and no reader waits for that. */
export function noteVisit(sql: Sql, participant_id: string, pad_id: string, version: number, now: number): void {
  let visits = waiting.get(sql)
  if (!visits) {
    waiting.set(sql, (visits = new Map()))
    setTimeout(() => void flush(sql), behind).unref()
  }
  visits.set(`${participant_id} ${pad_id}`, { participant_id, pad_id, version, at: new Date(now).toISOString() })
}

/** Writes the pending visits. A lost one only shows the reader marks they have seen before. */
async function flush(sql: Sql): Promise<void> {
  const visits = waiting.get(sql)
  waiting.delete(sql)
  if (visits && visits.size > 0) await notePadVisits(sql, [...visits.values()]).catch(() => undefined)
}
