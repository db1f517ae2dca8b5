import type { Sql } from '../../sql/client.ts'
import { noteReadMarks, type ReadMark } from '../../sql/claims/read_marks.ts'

const behind = 250
const waiting = new WeakMap<Sql, Map<string, ReadMark>>()

/** Notes how far a participant has read. Marks are written together a moment later, and no reader waits for that. */
export function noteRead(sql: Sql, reader: string, scope: string, seq: number, now: number): void {
  let marks = waiting.get(sql)
  if (!marks) {
    waiting.set(sql, (marks = new Map()))
    setTimeout(() => void flush(sql), behind).unref()
  }
  const key = `${reader} ${scope}`
  if ((marks.get(key)?.seq ?? 0) < seq) {
    marks.set(key, { participant_id: reader, scope_id: scope, seq, at: new Date(now).toISOString() })
  }
}

/** Writes the pending marks. A lost one only raises a reader's count of unread posts. */
async function flush(sql: Sql): Promise<void> {
  const marks = waiting.get(sql)
  waiting.delete(sql)
  if (marks && marks.size > 0) await noteReadMarks(sql, [...marks.values()]).catch(() => undefined)
}
