import { expect } from 'chai'
import { request } from 'node:http'
import { servedHosts } from '../../src/http/request/served_hosts.ts'
import { type Doors, openDoors, said } from './doors_alone.ts'

describe('hosts', () => {
  describe('with localhost', () => {
    const serves = servedHosts({
      baseUrl: 'http://localhost:3000',
      allowedHosts: ['hub.example', 'other.example:8443'],
    })

    const rows: [string | undefined, ReturnType<typeof serves>][] = [
      ['localhost:3000', 'canonical'],
      ['LOCALHOST:3000', 'canonical'],
      ['127.0.0.1:3000', 'also'],
      ['[::1]:3000', 'also'],
      ['localhost', undefined],
      ['localhost:3001', undefined],
      ['127.0.0.1:3001', undefined],
      ['[::2]:3000', undefined],
      ['::1', undefined],
      ['hub.example', 'also'],
      ['hub.example:3000', 'also'],
      ['hub.example:9', undefined],
      ['other.example:8443', 'also'],
      ['other.example', undefined],
      ['evil.example', undefined],
      ['localhost:3000, evil.example', undefined],
      ['user@localhost:3000', undefined],
      ['', undefined],
      [undefined, undefined],
    ]
    for (const [header, served] of rows) {
      it(`${served === undefined ? 'refuses' : 'serves'} ${JSON.stringify(header)}`, () => {
        expect(serves(header)).to.equal(served)
      })
    }
  })

  it('takes a canonical host without its default port', () => {
    const serves = servedHosts({ baseUrl: 'https://svc.example', allowedHosts: [] })
    expect(serves('svc.example')).to.equal('canonical')
    expect(serves('svc.example:443')).to.equal('canonical')
    expect(serves('svc.example:80')).to.equal(undefined)
    expect(serves('127.0.0.1')).to.equal(undefined)
  })

  describe('over HTTP', () => {
    let doors: Doors
    before(async () => {
      doors = await openDoors(() => said('unreached'))
    })
    after(() => doors.close())

    const get = (...hosts: string[]): Promise<{ status: number; headers: object; body: string }> =>
      new Promise((resolve, reject) => {
        const headers = hosts.flatMap((host) => ['Host', host])
        request(`${doors.url}/healthz`, { headers }, (res) => {
          let body = ''
          res.on('data', (chunk) => (body += chunk))
          res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }))
        })
          .on('error', reject)
          .end()
      })

    // SPEC: a host the server
    // SPEC: forbidden host 403 host
    it('answers 403 forbidden_host with every security header', async () => {
      const { status, headers, body } = await get('rebound.example')
      expect(status).to.equal(403)
      expect(JSON.parse(body)).to.include({ error: 'forbidden_host', reason: 'host' })
      expect(headers).to.include({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cache-control': 'private, no-store',
        'x-frame-options': 'DENY',
      })
    })

    it('takes no request that names two hosts, one of them served', async () => {
      const { host } = new URL(doors.url)
      expect((await get(host)).status).to.equal(200)
      for (const both of [
        [host, 'rebound.example'],
        ['rebound.example', host],
        [host, host],
      ]) {
        expect((await get(...both)).status, both.join()).to.equal(403)
      }
    })

    it('takes the host that the trusted proxy saw, and never what the client wrote to its left', async () => {
      const proxied = await openDoors(() => said('unreached'), { trustProxy: 1 })
      const status = async (forwarded: string) =>
        (await fetch(`${proxied.url}/healthz`, { headers: { 'X-Forwarded-Host': forwarded } })).status
      const { host } = new URL(proxied.url.replace('127.0.0.1', 'localhost'))
      expect(await status(host)).to.equal(200)
      expect(await status(`rebound.example, ${host}`)).to.equal(200)
      expect(await status(`${host}, rebound.example`)).to.equal(403)
      await proxied.close()
    })

    it('ignores X-Forwarded-Host without a trusted proxy', async () => {
      const res = await fetch(`${doors.url}/healthz`, { headers: { 'X-Forwarded-Host': 'rebound.example' } })
      expect(res.status).to.equal(200)
    })
  })
})
