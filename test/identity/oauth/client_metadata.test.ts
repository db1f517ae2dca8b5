import { createHook } from 'node:async_hooks'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import {
  type ReadMetadata,
  isMetadataAddress,
  isPublic,
  openClientMetadata,
} from '../../../src/identity/oauth/client_metadata.ts'
import type { ShortLived } from '../../../src/redis/short_lived.ts'

describe('what a client says of itself at the address that is its id', () => {
  const address = 'https://app.example/client.json'
  const good = { client_id: address, client_name: 'An app', redirect_uris: ['https://app.example/cb'] }
  let server: Server
  let answer: RequestListener
  let kept: Map<string, { document: string }>
  let asked = 0

  before(async () => {
    server = createServer((req, res) => {
      asked += 1
      answer(req, res)
    })
    await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  })
  after(() => server.close())
  beforeEach(() => {
    kept = new Map()
    forget()
  })

  const records = () =>
    ({
      of: () => ({
        get: async (id: string) => kept.get(id),
        put: async (id: string, record: { document: string }) => void kept.set(id, record),
      }),
    }) as unknown as ShortLived
  let metadataOf: ReadMetadata
  /** what came to nothing is forgotten */
  const forget = (): void => void (metadataOf = openClientMetadata({ shortLived: records(), outside }))
  /** app.example, which is this machine */
  const outside = {
    agent: undefined,
    createConnection: () => connect((server.address() as AddressInfo).port, '127.0.0.1'),
  }
  const serves = (document: unknown): RequestListener => {
    return (_, res) => void res.end(typeof document === 'string' ? document : JSON.stringify(document))
  }
  const read = (client_id = address) => metadataOf(client_id)
  const refusal = async (reading: Promise<unknown>): Promise<string> => {
    try {
      await reading
    } catch (error) {
      expect((error as { code: string }).code).to.equal('invalid_client')
      return (error as Error).message
    }
    throw new Error('it was taken')
  }

  it('is read once in a while', async () => {
    answer = serves(good)
    asked = 0
    expect(await read()).to.deep.equal({ name: 'An app', redirect_uris: ['https://app.example/cb'] })
    await read()
    expect(asked).to.equal(1)
  })

  it('is asked for once by all who ask meanwhile, and what came to nothing not again for a while', async () => {
    answer = serves(good)
    asked = 0
    const readings = await Promise.all([read(), read(), read()])
    expect(new Set(readings.map(({ redirect_uris }) => redirect_uris[0]))).to.have.property('size', 1)
    expect(asked).to.equal(1)
    kept.clear()
    answer = (_, res) => void res.writeHead(500).end()
    asked = 0
    for (const told of await Promise.all([refusal(read()), refusal(read())])) expect(told).to.include('500')
    answer = serves(good)
    expect(await refusal(read())).to.include('500')
    expect(asked).to.equal(1)
  })

  it('has to be a document about this very client, with 1 to 10 addresses', async () => {
    const many = Array.from({ length: 11 }, (_, at) => `https://app.example/${at}`)
    for (const document of [
      'no JSON',
      'null',
      { ...good, client_id: `${address}?other` },
      { ...good, redirect_uris: [] },
      { ...good, redirect_uris: many },
      { ...good, redirect_uris: ['http://app.example/cb'] },
      { client_id: address },
    ]) {
      answer = serves(document)
      forget()
      await refusal(read())
    }
    expect(kept.size).to.equal(0)
  })

  it('follows no redirect and takes no more than 20 KB', async () => {
    answer = (_, res) => void res.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
    expect(await refusal(read())).to.include('302')
    forget()
    answer = serves({ ...good, more: 'x'.repeat(20 * 1024) })
    expect(await refusal(read())).to.include('larger')
  })

  it('is looked for without the threads by which the process finds its stores: a stranger’s name server may never answer', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    const begun: string[] = []
    const hook = createHook({ init: (_, type) => void begun.push(type) }).enable()
    try {
      const { address: at, port } = silent.address()
      const timeout = new AbortController()
      const { signal } = timeout
      const asking = openClientMetadata({ shortLived: records(), outside: { signal }, nameServers: [`${at}:${port}`] })
      const asked = once(silent, 'message')
      const refused = refusal(asking('https://silent.example/client.json'))
      await asked
      expect(begun).to.include('QUERYWRAP').and.not.to.include('GETADDRINFOREQWRAP')
      timeout.abort()
      expect(await refused).to.include('cannot be reached')
    } finally {
      hook.disable()
      silent.close()
    }
  })

  /** For which every name is this machine. */
  async function nameServer() {
    const socket = createSocket('udp4')
    socket.on('message', (question, { port, address: from }) => {
      const isFour = question.readUInt16BE(question.indexOf(0, 12) + 1) === 1
      const head = Buffer.from([question[0] ?? 0, question[1] ?? 0, 0x81, 0x80, 0, 1, 0, isFour ? 1 : 0, 0, 0, 0, 0])
      const asked = question.subarray(12, question.indexOf(0, 12) + 5)
      const here = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
      socket.send(Buffer.concat([head, asked, ...(isFour ? [here] : [])]), port, from)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return socket
  }

  it('is asked of public addresses only, whatever a name leads to', async () => {
    const from = (client_id: string) => refusal(openClientMetadata({ shortLived: records() })(client_id))
    for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', '[fd00::1]'])
      expect(await from(`https://${new URL(`https://${host}`).hostname}/client.json`), host).to.include('not public')
    const named = await nameServer()
    try {
      const { address: at, port } = named.address()
      const asking = openClientMetadata({ shortLived: records(), nameServers: [`${at}:${port}`] })
      expect(await refusal(asking('https://leads.example/client.json'))).to.include('not public')
    } finally {
      named.close()
    }
    for (const ip of [
      '192.168.1.1',
      '100.64.0.1',
      '0.0.0.0',
      'fe80::1',
      '224.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ])
      expect(isPublic(ip), ip).to.equal(false)
    for (const ip of ['::7f00:1', '::a00:1', '::5db8:d70e']) expect(isPublic(ip), ip).to.equal(false)
    for (const ip of ['93.184.215.14', '2606:4700::1111']) expect(isPublic(ip), ip).to.equal(true)
  })

  it('has an address that is https, has a path, and reads as it is written', () => {
    expect(isMetadataAddress(address)).to.equal(true)
    for (const other of [
      'http://app.example/client.json',
      'https://app.example',
      'https://app.example/',
      'https://app.example/client.json#part',
      'https://user@app.example/client.json',
      'https://app.example/a/../client.json',
      'https://APP.example/client.json',
      'https://app.example:443/client.json',
    ])
      expect(isMetadataAddress(other), other).to.equal(false)
  })
})
