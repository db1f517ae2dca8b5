import { expect } from 'chai'
import { StartError } from '../../src/own_stores/start_error.ts'
import { openLog } from '../../src/log.ts'
import { readConfig } from '../../src/config.ts'
import { checkPostgres, givenStores } from '../../src/roles/addresses.ts'
import { parseAddress } from '../../sql/address.ts'
import { openPooler } from '../support/pooler.ts'
import { freshDatabase } from '../support/stores.ts'

describe('the addresses of the stores', () => {
  it('that can be read only in part are told in a line, without what they hold', async () => {
    const db = 'postgres://svc:hunter2@localhost:1/svc'
    for (const [DATABASE_URL, says] of [
      [`${db}?sslmode=nonsense`, 'sslmode is not one of'],
      [`${db}?sslmode=verify-full&sslrootcert=/nowhere.pem`, '/nowhere.pem'],
      ['postgres://svc:hunter2%zz@localhost:1/svc', 'malformed'],
    ] as const) {
      const config = readConfig({ DATABASE_URL, REDIS_URL: 'redis://localhost:1' })
      const refused = await givenStores(config, 'web', openLog('silent')).catch((error: unknown) => error)
      expect(refused, DATABASE_URL).to.be.instanceOf(StartError)
      const { message } = refused as StartError
      expect(message)
        .to.match(/^DATABASE_URL cannot be read: [^\n]*$/)
        .and.include(says)
      expect(message).not.to.include('hunter2')
    }
  })

  for (const settings of ['are kept', 'are refused'] as const)
    it(`that lead to a pooler by which the settings of a connection ${settings} are told so in a line`, async () => {
      const { url } = await freshDatabase()
      await checkPostgres(url)
      const { host } = parseAddress(url)
      const pooler = await openPooler(`${host}/.s.PGSQL.5432`, settings)
      try {
        const { pathname, searchParams } = new URL(url)
        const behind = `postgres://${searchParams.get('user')}@${pooler.address}${pathname}`
        const refused = await checkPostgres(behind).catch((error: unknown) => error)
        expect(refused).to.be.instanceOf(StartError)
        expect((refused as StartError).message).to.match(/^PostgreSQL at DATABASE_URL stands behind a pooler [^\n]*$/)
      } finally {
        pooler.close()
      }
    })
})
