import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { clientAddress, isLocal, networksOf } from '../../src/http/client_address.ts'

const request = (remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

describe('a client’s address', () => {
  it('is the peer’s where no proxy is trusted, whatever its headers say', () => {
    const req = request('203.0.113.9', { 'x-forwarded-for': '198.51.100.1' })
    expect(clientAddress(req, { trustProxy: 0 })).to.equal('203.0.113.9')
  })

  it('is counted from the right with trusted proxies', () => {
    const req = request('10.0.0.1', { 'x-forwarded-for': 'forged, 198.51.100.1, 10.0.0.2' })
    expect(clientAddress(req, { trustProxy: 1 })).to.equal('10.0.0.2')
    expect(clientAddress(req, { trustProxy: 2 })).to.equal('198.51.100.1')
    expect(clientAddress(req, { trustProxy: 3 })).to.equal('10.0.0.1')
    expect(clientAddress(request('10.0.0.1'), { trustProxy: 1 })).to.equal('10.0.0.1')
  })

  it('is local on this machine only, and not behind a tunnel', () => {
    expect(isLocal(request('127.0.0.1'), { trustProxy: 0 })).to.equal(true)
    expect(isLocal(request('::1'), { trustProxy: 0 })).to.equal(true)
    expect(isLocal(request('::ffff:127.0.0.1'), { trustProxy: 0 })).to.equal(true)
    expect(isLocal(request('192.168.1.4'), { trustProxy: 0 })).to.equal(false)
    expect(isLocal(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }), { trustProxy: 0 })).to.equal(false)
    expect(isLocal(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }), { trustProxy: 1 })).to.equal(false)
  })

  it('belongs to networks', () => {
    expect(networksOf('198.51.100.7')).to.deep.equal({ network: '198.51.100.7', region: '198.51.0.0/16' })
    expect(networksOf('::ffff:198.51.100.7')).to.deep.equal(networksOf('198.51.100.7'))
    expect(networksOf('2001:db8:1:2:3:4:5:6')).to.deep.equal({
      network: '2001:db8:1:2::/64',
      site: '2001:db8:1::/48',
      region: '2001:db8::/32',
    })
    expect(networksOf('fe80::1%eth0').network).to.equal('fe80::/64')
    expect(networksOf('').network).to.equal('unknown')
  })
})
