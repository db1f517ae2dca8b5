import { expect } from 'chai'
import { type Doors, openDoors, said } from './doors_alone.ts'

describe('the internal routes', () => {
  let doors: Doors
  let moved = 0
  before(async () => {
    doors = await openDoors(
      () => said('unreached'),
      {},
      {
        internal: {
          prune: async () => ({ idle_tasks: 2 }),
          flush: async () => {},
          metrics: async () => '# HELP up\nup 1\n',
          advanceClock: async (by) => (moved += by),
          keptMail: async () => [],
        },
      },
    )
  })
  after(() => doors.close())

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(doors.url + path, { headers: { authorization: 'Bearer cron' }, ...init })

  const routes: [string, string][] = [
    ['GET', '/internal/prune'],
    ['GET', '/internal/flush'],
    ['GET', '/internal/metrics'],
    ['POST', '/internal/clock'],
    ['GET', '/internal/outbox'],
  ]
  for (const [method, path] of routes) {
    // SPEC: get /internal/prune and
    it(`${method} ${path} is for the holder of CRON_SECRET`, async () => {
      for (const headers of [{}, { authorization: 'Bearer cron2' }, { authorization: 'Basic Y3Jvbg==' }]) {
        const res = await ask(path, { method, headers })
        expect(res.status).to.equal(401)
        expect(await res.json()).to.include({ error: 'unauthenticated' })
      }
    })
  }

  it('prune says what it fired', async () => {
    expect(await (await ask('/internal/prune')).json()).to.deep.equal({ ok: true, idle_tasks: 2 })
  })

  it('metrics are Prometheus text', async () => {
    const res = await ask('/internal/metrics')
    expect(res.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/)
    expect(await res.text()).to.include('up 1')
  })

  it('clock moves forward only', async () => {
    const move = (body: object) => ask('/internal/clock', { method: 'POST', body: JSON.stringify(body) })
    expect(await (await move({ advance_seconds: 90 })).json()).to.deep.equal({ now: '1970-01-01T00:01:30.000Z' })
    for (const advance_seconds of [-1, '90', null, undefined, 1e300, 3_153_600_001]) {
      const refused = await move({ advance_seconds })
      expect(refused.status).to.equal(400)
      expect(((await refused.json()) as any).issues).to.have.nested.property('0.path', 'advance_seconds')
    }
    expect(moved).to.equal(90_000)
  })

  it('has no clock and no outbox without the test clock', async () => {
    const plain = await openDoors(() => said('unreached'))
    const headers = { authorization: 'Bearer cron' }
    expect((await fetch(`${plain.url}/internal/outbox`, { headers })).status).to.equal(404)
    expect((await fetch(`${plain.url}/internal/clock`, { method: 'POST', headers, body: '{}' })).status).to.equal(404)
    await plain.close()
  })
})
