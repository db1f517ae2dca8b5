import { expect } from 'chai'
import fc from 'fast-check'
import type { Notice } from '../../../actors/notices.ts'
import { participant } from '../../../actors/participant/index.ts'
import { lease } from '../../../actors/participant/inbox/lease.ts'
import type { Sql } from '../../../sql/client.ts'
import { noteFetched } from '../../../sql/outside_actors/readers_marks.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { seconds } from '../../../src/rules/units.ts'
import { deskOf } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'
import { at } from '../../support/world.ts'

type Step =
  | { readonly do: 'tell'; readonly kind: 'reply' | 'mention'; readonly thread: number }
  | { readonly do: 'ack_up_to' | 'ack' | 'fetch'; readonly seq: number }
  | { readonly do: 'lease' | 'wait' }

const upTo = (word: 'ack_up_to' | 'ack' | 'fetch') =>
  fc.record({ do: fc.constant(word), seq: fc.integer({ min: 1, max: 15 }) })
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('tell' as const),
        kind: fc.constantFrom('reply' as const, 'mention' as const),
        thread: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { weight: 1, arbitrary: upTo('ack_up_to') },
    { weight: 2, arbitrary: upTo('ack') },
    { weight: 2, arbitrary: upTo('fetch') },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('lease' as const, 'wait' as const) }) },
  ),
  { minLength: 1, maxLength: 25 },
)

interface Row {
  readonly seq: number
  readonly acked: boolean
  readonly folded: number
}

/** Items, reads, acknowledgements and leases, however they follow one another. */
describe('an inbox, in any order', () => {
  let sql: Sql
  let place: Place
  let by: Caller

  before(async () => {
    ;({ sql } = await freshDatabase())
    place = await placeIn(sql)
    by = await place.someone('agent')
  })

  const rowsOf = (id: string): Promise<readonly Row[]> => sql<Row[]>`
    select seq::int, acked_at is not null as acked, folded from inbox_item where participant_id = ${id} order by seq`

  it('has no gap, counts everything once, and gives nothing again that is acknowledged or held', () =>
    fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { id } = await place.someone('agent')
        const desk = deskOf(sql, participant)
        let now = then
        let told = 0
        const acknowledged = new Set<number>()
        const foldedAway = new Set<number>()
        /** returned by a read: from then on theirs alone to acknowledge */
        const fetched = new Set<number>()
        const heldUntil = new Map<number, number>()

        for (const step of all) {
          const before = await rowsOf(id)
          const open = before.filter(({ acked }) => !acked).map((row) => row.seq)
          if (step.do === 'tell') {
            const { kind, thread } = step
            const item: Notice = { kind, from_id: 'hum_ben', from_kind: 'human', thread_id: `thr_${thread}` }
            expect((await desk.ask(id, 'receive', { item }, now)).reply).to.deep.equal({ seq: ++told })
            const after = await rowsOf(id)
            for (const seq of open.filter((one) => after[one - 1]?.acked)) foldedAway.add(seq)
          } else if (step.do === 'ack_up_to') {
            await desk.ask(id, 'acknowledge', { up_to: step.seq }, now)
            for (const seq of open) if (seq <= step.seq) acknowledged.add(seq)
          } else if (step.do === 'ack') {
            await desk.ask(id, 'acknowledge', { items: [step.seq] }, now)
            if (open.includes(step.seq)) acknowledged.add(step.seq)
          } else if (step.do === 'fetch') {
            await noteFetched(sql, id, Math.min(step.seq, told))
            for (const seq of open) if (seq <= step.seq) fetched.add(seq)
          } else if (step.do === 'wait') now += seconds(31)
          else {
            const { reply } = await lease.run(sql, id, { by, lease_id: 'lse_x', seconds: 60, after: 0 }, at(now))
            expect(reply.seq).to.equal(open.find((seq) => (heldUntil.get(seq) ?? 0) <= now))
            if (reply.seq !== undefined) heldUntil.set(reply.seq, now + seconds(60))
          }

          const rows = await rowsOf(id)
          expect(rows.map(({ seq }) => seq)).to.deep.equal(Array.from({ length: told }, (_, at) => at + 1))
          const gone = rows.filter(({ acked }) => acked).map(({ seq }) => seq)
          expect(gone).to.have.members([...acknowledged, ...foldedAway])
          expect([...foldedAway].filter((seq) => fetched.has(seq))).to.deep.equal([])
          const counted = rows.filter(({ seq }) => !foldedAway.has(seq))
          expect(counted.reduce((sum, { folded }) => sum + folded + 1, 0)).to.equal(told)
        }
      }),
      { numRuns: 60 },
    ))
})
