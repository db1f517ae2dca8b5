import { seconds } from '../../../src/rules/units.ts'
import { leaseNext } from '../../../sql/effects/inbox_leases.ts'
import type { Sql } from '../../../sql/client.ts'
import { present } from '../../../src/records/present.ts'
import type { By, ExclusiveMessage } from '../../runtime/actor.ts'

interface Lease extends By {
  readonly lease_id: string
  /** length of the lease */
  readonly seconds: number
  readonly after: number
  readonly classes?: readonly string[]
}

interface Leased {
  /** absent when no item is free */
  readonly seq?: number
  readonly until?: string
}

/** Leases the next free item for one of an agent's copies: others skip it until it is acknowledged or `until`. */
export const lease: ExclusiveMessage<Lease, Leased> = {
  async run(sql: Sql, participant, { lease_id, seconds: held, after, classes }, { now }) {
    const until = new Date(now + seconds(held))
    const wanted = present({ after, lease_id, now: new Date(now), until, classes })
    const item = await leaseNext(sql, participant, wanted)
    return { reply: item ? { seq: item.seq, until: until.toISOString() } : {} }
  },
}
