import { expect } from 'chai'
import { participant } from '../../actors/participant/index.ts'
import type { Sql } from '../../sql/client.ts'
import { openInboxesCounted } from '../../src/reading/home/inbox_counts.ts'
import { deskOf } from '../support/desk.ts'
import { placeIn, then } from '../support/place.ts'
import { freshDatabase } from '../support/stores.ts'

describe('what inboxes hold', () => {
  let sql: Sql
  before(async () => ({ sql } = await freshDatabase()))

  it('is counted by one statement for all who ask at once, and again for those who ask later', async () => {
    const place = await placeIn(sql)
    const [ana, ben, cleo] = [await place.someone('human'), await place.someone('human'), await place.someone('human')]
    let statements = 0
    const counting = ((...query: Parameters<Sql>) => {
      statements += 1
      return sql(...query)
    }) as unknown as Sql
    const inboxes = openInboxesCounted(counting)
    const send = (to: string, kind: 'mention' | 'assigned') =>
      deskOf(sql, participant).ask(to, 'receive', { item: { kind, from_id: cleo.id, from_kind: 'human' } }, then)

    await send(ana.id, 'mention')
    await send(ana.id, 'assigned')
    const [ofAna, ofBen, again] = await Promise.all([inboxes.of(ana.id), inboxes.of(ben.id), inboxes.of(ana.id)])
    expect(ofAna).to.deep.include({ last_seq: 2, acked_seq: 0, unacked: 2, direct: 2, room: 0 })
    expect(ofBen).to.deep.include({ last_seq: 0, unacked: 0 })
    expect(again).to.deep.equal(ofAna)
    expect(statements).to.equal(1)

    await send(ben.id, 'mention')
    expect(await inboxes.of(ben.id)).to.deep.include({ last_seq: 1, unacked: 1, direct: 1 })
    expect(statements).to.equal(2)
  })
})
