import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { emptyDatabase, freshDatabase, freshRedis } from '../support/stores.ts'
import { rest } from '../support/doors.ts'
import { until } from '../support/until.ts'
import { openWire } from '../support/tcp.ts'
import { endAll, freePort, launch, register, started, startedByNpm } from './running.ts'

describe('the roles as processes', function () {
  this.timeout(180_000)
  const folders: string[] = []

  afterEach(async () => {
    await endAll()
    for (const folder of folders.splice(0))
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  it('npm start brings everything up on its own stores, and a second start still knows everybody', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-start-'))
    chmodSync(dataDir, 0o755)
    folders.push(dataDir)
    const port = await freePort()
    const env = { DATA_DIR: dataDir, PORT: String(port) }
    const origin = `http://localhost:${port}`

    const first = await started('all', env)
    expect(first.output()).to.include(`${origin}/signin`)
    expect(await (await fetch(`${origin}/healthz`)).json()).to.deep.equal({ ok: true })
    const key = await register(origin)
    const { hub_id } = (await rest.call(origin, key, 'create_hub', { title: 'Kept' })).data
    expect(hub_id).to.match(/^hub_/)
    first.process.kill('SIGTERM')
    expect(await first.ended).to.equal(0)

    const second = await started('all', env)
    expect((await rest.call(origin, key, 'open_hub', { hub: hub_id })).data['title']).to.equal('Kept')
    second.process.kill('SIGKILL')
    await second.ended

    await started('all', env)
    expect((await rest.call(origin, key, 'open_hub', { hub: hub_id })).data['title']).to.equal('Kept')
  })

  it('npm start ends with all of it when npm itself is asked to end', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-npm-'))
    chmodSync(dataDir, 0o755)
    folders.push(dataDir)
    const port = await freePort()
    const npm = await startedByNpm({ DATA_DIR: dataDir, PORT: String(port) })
    npm.process.kill('SIGTERM')
    await npm.ended
    const left = await fetch(`http://localhost:${port}/healthz`).catch(() => 'nobody listens')
    expect(left).to.equal('nobody listens')
    await started('all', { DATA_DIR: dataDir, PORT: String(port) })
  })

  it('release, web, actors and clock share one PostgreSQL and one Redis, and end within 10 seconds', async () => {
    const [database, redis, port] = [await emptyDatabase(), await freshRedis(), await freePort()]
    const origin = `http://localhost:${port}`
    const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, PORT: String(port), SVC_GUEST_AGENTS: '1' }

    expect(await launch('release', env).ended).to.equal(0)
    const told = { METRICS_PORT: '0', CRON_SECRET: 'cron' }
    const [web, ...others] = await Promise.all(
      ['web', 'actors', 'clock'].map((role) => started(role, { ...env, ...told })),
    )
    const key = await register(origin)
    const said = await rest.call(origin, key, 'create_hub', { title: 'Apart' })
    expect(said.ok, said.text).to.equal(true)

    const [, own] = /"port":(\d+),"msg":"numbers at/.exec(others[0]!.output()) ?? []
    const numbers = `http://localhost:${own}`
    expect(await (await fetch(`${numbers}/healthz`)).json()).to.deep.equal({ ok: true })
    const page = (secret: string) =>
      fetch(`${numbers}/internal/metrics`, { headers: { Authorization: `Bearer ${secret}` } })
    expect((await page('wrong')).status).to.equal(401)
    const heard = async (): Promise<boolean> => {
      const text = await (await page('cron')).text()
      return /^svc_hosts_messages [1-9]/m.test(text) && /^svc_hosts_shards_level 64$/m.test(text)
    }
    await until(heard, 'numbers of a host that has every shard')
    expect((await fetch(`${numbers}/api/v1/tools`)).status).to.equal(404)

    const waiting = rest.call(origin, key, 'show_svc', { after: 0, wait: 25 })
    await until(async () => (await redis.redis.keys('waits:*')).length > 0, 'a wait')
    // a process that does not come to its end within 10 seconds ends itself, and not with 0
    web?.process.kill('SIGTERM')
    const held = await waiting
    expect(held.ok, held.text).to.equal(true)
    expect(held.data['items'] ?? []).to.deep.equal([])
    expect(await web?.ended).to.equal(0)
    for (const { process, ended } of others) {
      process.kill('SIGTERM')
      expect(await ended).to.equal(0)
    }
  })

  it('web and clock wait for the schema with the test clock too: the checks of health say what is missing', async () => {
    const [database, redis, port] = [await emptyDatabase(), await freshRedis(), await freePort()]
    const origin = `http://localhost:${port}`
    const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, PORT: String(port), SVC_TEST_CLOCK: '1' }
    const web = { ...env, CRON_SECRET: 'cron' }
    await Promise.all([started('web', web), started('clock', env)])
    const health = async () => (await (await fetch(`${origin}/healthz`)).json()) as object
    expect(await health()).to.deep.equal({ ok: false, reason: 'schema_behind' })
    expect(await launch('release', env).ended).to.equal(0)
    expect(await health()).to.deep.equal({ ok: true })
    const moved = await fetch(`${origin}/internal/clock`, {
      method: 'POST',
      headers: { Authorization: 'Bearer cron', 'Content-Type': 'application/json' },
      body: JSON.stringify({ advance_seconds: 60 }),
    })
    expect(moved.status, await moved.text()).to.equal(200)
  })

  it('goes on when connections to PostgreSQL end as they open, and says so', async () => {
    const [database, redis, port] = [await freshDatabase(), await freshRedis(), await freePort()]
    const address = new URL(database.url)
    const wire = await openWire(`${address.searchParams.get('host')}/.s.PGSQL.5432`)
    try {
      const origin = `http://localhost:${port}`
      const all = await started('all', {
        DATABASE_URL: `postgres://${address.searchParams.get('user')}@${wire.address}${address.pathname}`,
        REDIS_URL: redis.url,
        PORT: String(port),
        ACTOR_THREADS: '1',
        SVC_GUEST_AGENTS: '1',
      })
      const key = await register(origin)
      // the first words of each: those of the worker thread and those of this process
      const cutOften = wire.cutAt('pg_catalog.pg_type', 5)
      wire.cut()
      expect(await Promise.race([cutOften, all.ended]), all.output()).to.equal(undefined)
      const made = async () => (await rest.call(origin, key, 'create_hub', { title: 'Again' })).ok === true
      await until(made, 'writes again', 40_000)
      expect(await (await fetch(`${origin}/healthz`)).json()).to.deep.equal({ ok: true })
      expect(all.output()).to.include('a connection to PostgreSQL ended as it opened')
      expect(all.output()).not.to.match(/a host thread died|unhandledRejection|uncaughtException/)
    } finally {
      wire.close()
    }
  })

  it('says in one line why it does not start', async () => {
    const refused = async (role: string, env: Record<string, string>): Promise<string> => {
      const made = launch(role, env)
      expect(await made.ended).to.equal(1)
      return made.output().trim()
    }
    expect(await refused('web', {})).to.match(/^svc cannot start: The role web needs DATABASE_URL and REDIS_URL[^\n]*$/)
    expect(await refused('gardener', {})).to.match(/^svc cannot start: There is no role gardener[^\n]*$/)
    expect(await refused('all', { DATA_DIR: '/dev/null' })).to.match(/^svc cannot start: DATA_DIR: \/dev\/null [^\n]*$/)
    expect(await refused('all', { NODE_ENV: 'production' })).to.match(/^svc cannot start: SVC_AUTH: [^\n]*$/)
  })
})
