import { expect } from 'chai'
import { reserveHandles } from '../../sql/outside_actors/claims/handle.ts'
import { claimHuman } from '../../sql/outside_actors/claims/human.ts'
import type { Sql } from '../../sql/client.ts'
import { mint } from '../../src/rules/ids.ts'
import { minutes } from '../../src/rules/units.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { then } from '../support/place.ts'
import { freshDatabase } from '../support/stores.ts'

describe('a new account', () => {
  let sql: Sql
  before(async () => {
    ;({ sql } = await freshDatabase())
  })

  async function claim(handle: string, email: string): Promise<{ id: string; owner: string }> {
    const id = mint('human', then)
    await reserveHandles(sql, [{ handle, participant_id: id }], then, then + minutes(10))
    const owner = await claimHuman(sql, {
      id,
      handle,
      name: untrusted(handle),
      email,
      email_key: email,
      verified: true,
      now: then,
    })
    return { id, owner }
  }

  it('has its handle from the same transaction: no process dies in between', async () => {
    const { id, owner } = await claim('ada', 'ada@example.org')
    expect(owner).to.equal(id)
    const [row] = await sql`
      select handle.reserved_until, handle.xmin::text = participant.xmin::text as together
      from participant join handle on handle.participant_id = participant.id where participant.id = ${id}`
    expect(row).to.deep.equal({ reserved_until: null, together: true })
  })

  it('is one, however many sign in at once with its address, and the others give their handles back', async () => {
    const came = await Promise.all(Array.from({ length: 5 }, (_, n) => claim(`ben-${n}`, 'ben@example.org')))
    const [owner, ...others] = new Set(came.map((one) => one.owner))
    expect(others).to.deep.equal([])
    const handles = await sql`select participant_id, reserved_until from handle where handle like 'ben-%'`
    expect([...handles]).to.deep.equal([{ participant_id: owner, reserved_until: null }])
  })
})
