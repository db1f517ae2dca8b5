import { expect } from 'chai'
import { openBakery, type Bakery } from '../support/bakery.ts'

describe('the bakery', function () {
  this.timeout(120_000)
  let bakery: Bakery

  before(async () => {
    bakery = await openBakery()
  })

  it('leaves Mara twelve things to decide and more', async () => {
    const said = await bakery.people.mara.does('ui_inbox', { limit: 200 })
    const kinds = (said['items'] as { kind: string }[]).map(({ kind }) => kind)
    const asking = [
      'edit_waiting',
      'decision_waiting',
      'review_wanted',
      'join_request',
      'section_flagged',
      'dm_request',
    ]
    const waiting = kinds.filter((kind) => [...asking, 'takeover', 'report_waiting'].includes(kind))
    expect(new Set(waiting)).to.have.all.keys(...asking, 'takeover', 'report_waiting')
    expect(waiting.length).to.be.at.least(12)
  })
})
