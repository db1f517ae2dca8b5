import { expect } from 'chai'
import { connectSql } from '../../../sql/connect.ts'
import { warmUp } from '../../../src/http/views/serving/warm_up.ts'
import { openLog } from '../../../src/log.ts'
import { startServer, type TestServer } from '../../support/server.ts'

describe('before a process serves its first page', () => {
  let server: TestServer
  let said: string[]
  const log = openLog('warn', { write: (line) => void said.push(line) })

  before(async () => {
    server = await startServer()
  })

  beforeEach(() => {
    said = []
  })

  it('it has rendered Home for nobody, who afterwards is nobody still', async () => {
    await warmUp({ ...server.parts, log })
    expect(said).to.deep.equal([])
    const written = await server.sql`select count(*) from participant`
    expect(written).to.deep.equal([{ count: 0 }])
  })

  it('and serves without that where the database answers nothing', async () => {
    const sql = connectSql(server.parts.config.databaseUrl as string)
    await sql.end()
    await warmUp({ ...server.parts, log, sql })
    expect(said.join()).to.contain('the first pages will be slow').and.contain('CONNECTION_ENDED')
  })
})
