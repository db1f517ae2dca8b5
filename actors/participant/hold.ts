import { seconds } from '../../src/rules/units.ts'
import type { Sql } from '../../sql/client.ts'
import { holdUntil, lastSeq } from '../../sql/reads/inbox.ts'
import { present } from '../../src/records/present.ts'
import type { By, ExclusiveMessage } from '../runtime/actor.ts'

interface Hold extends By {
  readonly leases: readonly string[]
  /** so much longer from now; left out: they are given back */
  readonly seconds?: number
}

interface Held {
  /** the items concerned; one whose lease had ended, or that was acknowledged, is not among them */
  readonly seqs: readonly number[]
  readonly until?: string
}

/** Leases are held on to, or given back: then another copy that waits may have the item at once. */
export const hold: ExclusiveMessage<Hold, Held> = {
  async run(sql: Sql, participant, { leases, seconds: longer }, now) {
    const until = longer === undefined ? undefined : new Date(now + seconds(longer))
    const held = await holdUntil(sql, participant, present({ leases, now: new Date(now), until }))
    const seqs = held.map(({ seq }) => seq).toSorted((a, b) => a - b)
    if (until) return { reply: { seqs, until: until.toISOString() } }
    const last_seq = await lastSeq(sql, participant)
    return present({ reply: { seqs }, wake: seqs.length > 0 ? { version: last_seq, last_seq } : undefined })
  },
}
