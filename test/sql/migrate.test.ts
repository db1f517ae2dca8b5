import { expect } from 'chai'
import { migrate, pendingMigrations } from '../../sql/migrate.ts'
import { emptyDatabase, freshDatabase } from '../support/stores.ts'

describe('migrations', () => {
  it('are all pending in an empty database, and none after they ran', async () => {
    const { sql, url } = await emptyDatabase()
    const before = await pendingMigrations(sql)
    expect(before.length).to.be.greaterThan(0)
    expect(await migrate(url)).to.deep.equal(before)
    expect(await pendingMigrations(sql)).to.deep.equal([])
  })

  it('are applied once when several runners start together', async () => {
    const { sql, url } = await emptyDatabase()
    const runs = await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect(runs.filter((applied) => applied.length > 0)).to.have.length(1)
    expect(await pendingMigrations(sql)).to.deep.equal([])
  })

  it('stand in every database that a test gets', async () => {
    const { sql } = await freshDatabase()
    expect(await pendingMigrations(sql)).to.deep.equal([])
  })
})
