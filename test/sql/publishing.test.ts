import { expect } from 'chai'
import { textsToPublish } from '../../sql/reads/hub/publish_preview.ts'
import { freshDatabase } from '../support/stores.ts'

describe('what becomes readable with a hub', () => {
  it('is found by index alone, however much the other hubs hold', async () => {
    const { sql } = await freshDatabase()
    const plan = await sql.begin(async (alone) => {
      // a whole table is read only where no index leads to its rows
      await alone`set local enable_seqscan = off`
      return alone<{ 'QUERY PLAN': string }[]>`explain ${textsToPublish(sql, 'hub_one')}`
    })
    const steps = plan.map((row) => row['QUERY PLAN'])
    expect(
      steps.filter((step) => / on (edit|decision|task|thread|pad|block_text|post)\b/.test(step)),
    ).to.have.length.above(8)
    expect(steps.filter((step) => step.includes('Seq Scan'))).to.deep.equal([])
  })
})
