import { expect } from 'chai'
import { openWriter } from '../../../sql/runtime/writer.ts'
import { failureOf } from '../../../actors/runtime/failure.ts'
import { freshDatabase, type TestDatabase } from '../../support/stores.ts'

describe('the connection that writes', () => {
  let database: TestDatabase

  before(async () => {
    database = await freshDatabase()
    await database.sql`create table place (id int primary key, words text not null)`
    await database.sql`insert into place values (1, 'first')`
  })

  const words = async () => (await database.sql<{ words: string }[]>`select words from place for update`)[0]?.words

  it('lets go of what it locked when its process stands still within a transaction, and writes again afterwards', async () => {
    const writer = openWriter(database.url, 'svc test writer', { inTransaction: 100, silentFor: 10_000 })
    let goOn = (): void => undefined
    const stands = new Promise<void>((resolve) => (goOn = resolve))
    let locked = (): void => undefined
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const commit = writer
      .commitAfter(async (sql) => {
        await sql`update place set words = 'never'`
        locked()
        await stands
        return () => []
      })
      .then(
        () => 'committed',
        (error: unknown) => failureOf(error),
      )
    await isLocked
    // waits for the row until the server has ended that transaction
    expect(await words()).to.equal('first')
    goOn()
    expect(await commit).to.be.oneOf(['outage', 'unknown'])
    await writer.commit((sql) => [sql`update place set words = 'second'`])
    expect(await words()).to.equal('second')
    await writer.close()
  })

  it('saves a statement that is a transaction by itself whole or not at all', async () => {
    const writer = openWriter(database.url, 'svc test writer', { inTransaction: 1_000, silentFor: 10_000 })
    const both = (id: number) =>
      writer.commit((sql) => [
        sql`with one as (update place set words = 'third'), two as (insert into place values (${id}, 'new')) select`,
      ])
    const failed = await both(1).catch((error: unknown) => failureOf(error))
    expect([failed, await words()]).to.deep.equal(['own', 'second'])
    await both(2)
    expect((await database.sql`select id from place where words in ('third', 'new')`).count).to.equal(2)
    await writer.close()
  })
})
