import { expect } from 'chai'
import { v4 } from 'uuid'
import { backUp } from '../../sql/backup/back_up.ts'
import { freshDatabase } from '../support/stores.ts'

describe('a backup of a table', () => {
  for (const kilobytes of [1, 20, 40, 60, 100, 1_000])
    it(`of ${kilobytes} kilobytes is whole, and goes on with the next`, async () => {
      const { url, sql } = await freshDatabase()
      const body = 'rye '.repeat(256)
      await sql`
        insert into dead_letter (id, shard, body, error, at)
        select gen_random_uuid(), 1, ${body}, ${v4()}, '2026-11-28' from generate_series(1, ${kilobytes}::int)`
      let taken = ''
      for await (const bytes of backUp(url)) taken += bytes.toString('latin1')
      expect(taken.split(body)).to.have.length(kilobytes + 1)
      expect(taken).to.contain('"name":"dead_letter"').and.to.contain('"name":"thread"')
      await sql.end({ timeout: 1 })
    })
})
