import { expect } from 'chai'
import { rest } from '../support/doors.ts'
import { emptyDatabase, freshRedis } from '../support/stores.ts'
import { openTlsInFront, type TlsInFront } from '../support/tls_in_front.ts'
import { endAll, freePort, launch, register, started } from './running.ts'

describe('the roles on stores that a hosting provider runs, encrypted and with certificates of its own', function () {
  this.timeout(180_000)
  let postgres: TlsInFront
  let redis: TlsInFront
  let env: Record<string, string>

  before(async () => {
    const database = new URL((await emptyDatabase()).url)
    postgres = await openTlsInFront(`${database.searchParams.get('host')}/.s.PGSQL.5432`, { asked: true })
    const [path, number] = (await freshRedis()).url.split('?db=')
    redis = await openTlsInFront(path as string, { asked: false })
    env = {
      DATABASE_URL: `postgres://${database.searchParams.get('user')}@${postgres.address}${database.pathname}?sslmode=require`,
      REDIS_URL: `rediss://${redis.address}/${number ?? 0}`,
      SVC_GUEST_AGENTS: '1',
    }
  })
  afterEach(endAll)
  after(async () => {
    await postgres.close()
    await redis.close()
  })

  it('serve, and everything goes over encrypted connections', async () => {
    const unchecked = { ...env, REDIS_TLS_VERIFY: '0' }
    expect(await launch('release', unchecked).ended).to.equal(0)
    const port = await freePort()
    const origin = `http://localhost:${port}`
    await Promise.all([started('web', { ...unchecked, PORT: String(port) }), started('actors', unchecked)])
    const key = await register(origin)
    const hub = await rest.call(origin, key, 'create_hub', { title: 'Kept elsewhere' })
    const asked = { hub: hub.data['hub_id'], title: 'Bread', body: 'Who bakes?' }
    const thread = await rest.call(origin, key, 'start_thread', asked)
    expect(thread.ok, thread.text).to.equal(true)
    const read = await rest.call(origin, key, 'open_thread', { thread_id: thread.data['thread_id'] })
    expect(read.text).to.include('Who bakes?')
    expect(postgres.encrypted()).to.be.greaterThan(3)
    expect(redis.encrypted()).to.be.greaterThan(3)
  })

  it('say at the start, in a line, that they do not trust a certificate', async () => {
    const saidWith = async (given: Record<string, string>) => {
      const start = launch('clock', { ...env, ...given })
      expect(await start.ended).to.equal(1)
      return start.output().trim()
    }
    expect(await saidWith({})).to.equal('svc cannot start: Redis at REDIS_URL does not answer: self-signed certificate')
    const { DATABASE_URL = '' } = env
    expect(await saidWith({ DATABASE_URL: DATABASE_URL.replace('require', 'verify-full') })).to.equal(
      'svc cannot start: PostgreSQL at DATABASE_URL does not answer: self-signed certificate',
    )
  })
})
