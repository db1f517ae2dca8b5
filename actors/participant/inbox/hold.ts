import { seconds } from '../../../src/rules/units.ts'
import type { Sql } from '../../../sql/client.ts'
import { holdUntil, lastSeq } from '../../../sql/effects/inbox_leases.ts'
import { presentAs } from '../../../src/records/present.ts'
import type { By, ExclusiveMessage } from '../../runtime/actor.ts'

interface Hold extends By {
  readonly leases: readonly string[]
  /** the new length of the leases, from now; absent: they are released */
  readonly seconds?: number
}

interface Held {
  /** the items affected, without those whose lease had ended or that were acknowledged */
  readonly seqs: readonly number[]
  readonly until?: string
}

/** Extends leases, or releases them: then another copy that waits may get the item at once. */
export const hold: ExclusiveMessage<Hold, Held> = {
  async run(sql: Sql, participant, { leases, seconds: longer }, { now }) {
    const until = longer === undefined ? undefined : new Date(now + seconds(longer))
    const held = await holdUntil(sql, participant, presentAs({ leases, now: new Date(now), until }))
    const seqs = held.map(({ seq }) => seq).toSorted((a, b) => a - b)
    if (until) return { reply: { seqs, until: until.toISOString() } }
    const last_seq = await lastSeq(sql, participant)
    return presentAs({ reply: { seqs }, wake: seqs.length > 0 ? { version: last_seq, last_seq } : undefined })
  },
}
