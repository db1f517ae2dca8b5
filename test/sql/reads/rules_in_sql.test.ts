import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { takesGuests } from '../../../sql/reads/takes_guests.ts'
import { unsettled } from '../../../sql/reads/thread/thread_parts.ts'
import { disputes } from '../../../src/rules/closed_lists.ts'
import { audiences } from '../../../src/rules/hub_audience.ts'
import { effectiveAudience } from '../../../src/rules/may_read/public.ts'
import { isUnsettled } from '../../../src/rules/states/dispute_moves.ts'
import { threadTakesGuests } from '../../../src/rules/taking_guests.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('a rule that SQL states again', () => {
  const either = [true, false]
  let sql: Sql

  before(async () => {
    ;({ sql } = await freshDatabase())
  })

  it('takes guests in the same threads', async () => {
    for (const publicOn of either) {
      for (const audience of audiences) {
        for (const [ofHub, ofThread] of either.flatMap((hub) => either.map((thread) => [hub, thread] as const))) {
          const hub = { audience: effectiveAudience(audience, publicOn), accepts_guests: ofHub }
          const [row] = await sql`
            select ${takesGuests(sql, { publicOn })} as taken
            from (values (${audience}::text, ${ofHub}::boolean)) hub (audience, accepts_guests),
              (values (${ofThread}::boolean)) thread (accepts_guests)`
          const told = JSON.stringify({ publicOn, audience, ofHub, ofThread })
          expect(row?.['taken'], told).to.equal(threadTakesGuests({ accepts_guests: ofThread }, hub))
        }
      }
    }
  })

  it('finds the same flags unsettled', async () => {
    for (const dispute of disputes) {
      const [row] = await sql`select ${unsettled(sql)} as waits from (values (${dispute}::text)) thread (dispute)`
      expect(row?.['waits'], dispute).to.equal(isUnsettled(dispute))
    }
  })
})
