import { expect } from 'chai'
import { hashOf } from '../../../src/identity/secrets.ts'
import { days, minutes } from '../../../src/rules/units.ts'
import type { Sql } from '../../../sql/client.ts'
import { connectionsOf } from '../../../sql/reads/account/connections.ts'
import { grantMates } from '../../../sql/reads/account/credentials.ts'
import { grantSecret } from '../../../sql/reads/account/oauth.ts'
import { revokeCredentials } from '../../../sql/effects/account/credentials.ts'
import { rowsRead } from '../../support/rows_read.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('a grant that was renewed thousands of times', () => {
  let sql: Sql
  const now = Date.parse('2026-09-24T10:00:00.000Z')
  const began = new Date(now - days(20))
  const many = 5_000

  before(async () => {
    ;({ sql } = await freshDatabase())
    await sql`
      insert into participant (id, kind, handle, name, created_at) values ('hum_1', 'human', 'ada', 'Ada', ${began})`
    const token = (id: string, kind: string, at: number, more: { revoked?: boolean; used?: boolean } = {}) => sql`
      insert into credential (id, hash, kind, participant_id, made_by, grant_id, client_id, created_at, expires_at, revoked_at, last_used_at)
      values (${id}, decode(${hashOf(id)}, 'hex'), ${kind}, 'hum_1', 'hum_1', 'grant', 'client_1', ${new Date(at)}, ${new Date(now + days(10))},
        ${more.revoked ? new Date(now) : null}, ${more.used ? new Date(at) : null})`
    await token('code', 'oauth_code', began.getTime(), { revoked: true })
    await sql`
      insert into credential (id, hash, kind, participant_id, made_by, grant_id, client_id, created_at, expires_at, revoked_at)
      select 'spent_' || n, convert_to(n::text, 'UTF8'), 'refresh_token', 'hum_1', 'hum_1', 'grant', 'client_1',
        ${began}::timestamptz + n * interval '1 minute', ${new Date(now + days(10))}, ${new Date(now)} from generate_series(1, ${many}) n`
    await token('used', 'access_token', now - minutes(50), { revoked: true, used: true })
    await token('valid', 'access_token', now - minutes(1))
    await token('next', 'refresh_token', now - minutes(1))
    await sql`vacuum analyze credential`
  })

  const few = 50
  const reads = (read: (sql: Sql) => Promise<unknown>) => rowsRead(sql, 'credential', read)

  it('is renewed, found and listed without a look at what was spent', async () => {
    expect(
      await reads(async (tx) => {
        const mates = await grantMates.load(tx, ['next'])
        expect(mates.get('next')).to.deep.equal(['valid'])
      }),
    ).to.be.below(few)
    expect(
      await reads(async (tx) => expect(await grantSecret(tx, hashOf('code'))).to.include({ grant_ended: false })),
    ).to.be.below(few)
    expect(
      await reads(async (tx) => {
        const [grant, ...others] = await connectionsOf(tx, 'hum_1', now)
        expect(others).to.have.length(0)
        expect(grant).to.include({ id: 'next', client_id: 'client_1' })
        expect(grant?.created_at).to.deep.equal(began)
        expect(grant?.last_used_at).to.deep.equal(new Date(now - minutes(50)))
      }),
    ).to.be.below(few)
  })

  it('ends as a whole by any of them, without a look at what was spent', async () => {
    const end = { id: 'spent_7', at: new Date(now).toISOString() }
    expect(await reads(async (tx) => revokeCredentials.write(tx, [end]))).to.be.below(few)
    expect(await sql`select from credential where revoked_at is null`).to.have.length(0)
  })
})
