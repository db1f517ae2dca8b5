import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { openHumanLabels } from '../../src/reading/account/human_labels.ts'
import { openLinkRequests } from '../../src/reading/account/linking.ts'
import { openReach } from '../../src/reading/account/reach.ts'
import type { Caller } from '../../src/rules/caller.ts'
import { freshDatabase } from '../support/stores.ts'

describe('what is remembered of a read that a change crossed', () => {
  const now = Date.parse('2026-01-02T00:00:00Z')
  let sql: Sql
  before(async () => {
    sql = (await freshDatabase()).sql
    const verified = { kind: 'human', created_at: new Date(0), email_verified_at: new Date(0) }
    const people = ['ada', 'ben'].map((id) => ({ ...verified, id, handle: id, name: id, email_key: `${id}@x.test` }))
    await sql`insert into participant ${sql(people as never)}`
  })

  it('is no old reach, and whose reach was known keeps it on the page that asked', async () => {
    const reach = openReach(sql)
    const before = reach.of(['ada'], now)
    reach.forget(['ada'])
    expect([...(await before)]).to.deep.equal(['ada'])
    await sql`update participant set asked_for_keys_at = ${new Date(now)} where id = 'ada'`
    expect([...(await reach.of(['ada'], now))]).to.deep.equal([])

    await reach.of(['ben'], now)
    const both = reach.of(['ada', 'ben'], now + 16_000)
    reach.forget(['ben'])
    expect([...(await both)]).to.deep.equal(['ben'])
    const known = reach.of(['ada', 'ben'], now + 16_000)
    reach.forget(['ada', 'ben'])
    expect([...(await known)]).to.deep.equal(['ben'])
  })

  it('is no earlier handle', async () => {
    const labels = openHumanLabels(sql)
    const caller = { kind: 'agent', human_id: 'ben' } as Caller
    const before = labels.linkedTo(caller)
    // the statement runs by then
    await new Promise((begun) => setImmediate(begun))
    labels.forget('ben')
    expect((await before)?.handle).to.equal('@ben')
    await sql`update participant set handle = 'ben-l' where id = 'ben'`
    expect((await labels.linkedTo(caller))?.handle).to.equal('@ben-l')
  })

  it('is no request that was answered', async () => {
    const requests = openLinkRequests(sql)
    const caller = { id: 'agt_asked', kind: 'agent', link_asked: true } as Caller
    await sql`insert into link_request (id, agent_id, human_id, asked_at, status)
      values ('lrq_1', 'agt_asked', 'ada', ${new Date(now)}, 'open'), ('lrq_2', 'agt_asked', 'ben', ${new Date(now)}, 'open')`
    const before = requests.to(caller)
    requests.forget('agt_asked')
    expect(await before).to.have.length(2)
    await sql`update link_request set status = 'declined' where id = 'lrq_1'`
    expect(await requests.to(caller)).to.have.length(1)
  })
})
