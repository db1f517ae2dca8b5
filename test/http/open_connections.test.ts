import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { limitConnections, limitsBehind, type OpenConnections } from '../../src/http/request/open_connections.ts'
import { until } from '../support/until.ts'

describe('open connections', () => {
  let server: Server
  let limited: OpenConnections
  let sockets: Socket[]

  async function listens(most: Parameters<typeof limitConnections>[1]): Promise<void> {
    server = createServer()
    limited = limitConnections(server, most)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    sockets = []
  }
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })

  /** Resolves with whether it was kept once the server has taken it up. */
  async function open(): Promise<boolean> {
    const { open_level, refused } = limited.counts
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    await until(
      async () => limited.counts.open_level + limited.counts.refused > open_level + refused,
      'a connection that was taken up',
    )
    return limited.counts.refused === refused
  }

  it('are so many of one network, until one of them ends', async () => {
    await listens({ perInstance: 10, perNetwork: 2, exempt: () => false })
    expect([await open(), await open(), await open()]).to.deep.equal([true, true, false])
    sockets[0]?.destroy()
    await until(async () => limited.counts.open_level === 1, 'an end')
    expect(await open()).to.equal(true)
  })

  it('are so many of an instance, those of this machine among them, which is no network', async () => {
    await listens({ perInstance: 3, perNetwork: 1 })
    expect([await open(), await open(), await open(), await open()]).to.deep.equal([true, true, true, false])
    expect(limited.counts).to.deep.equal({ open_level: 3, refused: 1 })
  })

  it('are the instance’s alone behind a proxy, from whose address all of them come', () => {
    const proxy = '10.0.0.2'
    expect([0, 1].map((proxies) => limitsBehind(proxies).exempt?.(proxy))).to.deep.equal([false, true])
  })
})
