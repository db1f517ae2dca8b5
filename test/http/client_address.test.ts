import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { clientAddress, isLocal, networksOf } from '../../src/http/request/client_address.ts'

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
    expect(clientAddress(request('10.0.0.1'), { trustProxy: 1 })).to.equal('10.0.0.1')
  })

  it('comes without the port that some proxies add', () => {
    for (const [sent, address] of [
      ['198.51.100.1:4711', '198.51.100.1'],
      ['[2001:db8::1]:4711', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['2001:db8::1', '2001:db8::1'],
    ] as const)
      expect(clientAddress(request('10.0.0.1', { 'x-forwarded-for': sent }), { trustProxy: 1 })).to.equal(address)
  })

  it('is never the proxy’s where the proxy names none that can be read', () => {
    for (const sent of ['nonsense', 'unknown', '127.0.0.1.', 'localhost', '_hidden', '127.1', '2130706433']) {
      const req = request('127.0.0.1', { 'x-forwarded-for': `127.0.0.1, ${sent}` })
      expect(networksOf(clientAddress(req, { trustProxy: 1 })).network, sent).to.equal('unknown')
      expect(isLocal(req, { trustProxy: 1 }), sent).to.equal(false)
    }
  })

  it('is local on this machine only, and not behind a tunnel', () => {
    expect(isLocal(request('127.0.0.1'), { trustProxy: 0 })).to.equal(true)
    expect(isLocal(request('::1'), { trustProxy: 0 })).to.equal(true)
    expect(isLocal(request('::ffff:127.0.0.1'), { trustProxy: 0 })).to.equal(true)
    expect(isLocal(request('192.168.1.4'), { trustProxy: 0 })).to.equal(false)
    expect(isLocal(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }), { trustProxy: 0 })).to.equal(false)
    expect(isLocal(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }), { trustProxy: 1 })).to.equal(false)
    expect(isLocal(request('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), { trustProxy: 1 })).to.equal(true)
    expect(isLocal(request('127.0.0.1'), { trustProxy: 1 })).to.equal(true)
    expect(isLocal(request('127.0.0.1', { 'x-forwarded-host': 'svc.test' }), { trustProxy: 1 })).to.equal(false)
    expect(isLocal(request('127.0.0.1', { forwarded: 'for=127.0.0.1' }), { trustProxy: 1 })).to.equal(false)
  })

  it('is not local for whoever comes around the proxy and claims it', () => {
    const around = request('198.51.100.9', { 'x-forwarded-for': '127.0.0.1' })
    expect(isLocal(around, { trustProxy: 1 })).to.equal(false)
    expect(isLocal(request('127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 198.51.100.9' }), { trustProxy: 1 })).to.equal(
      false,
    )
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
