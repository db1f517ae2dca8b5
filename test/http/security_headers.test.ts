import { expect } from 'chai'
import { connect } from 'node:net'
import { type Doors, openDoors, said } from './doors_alone.ts'

describe('a request that is none', () => {
  let doors: Doors
  before(async () => {
    doors = await openDoors(() => said('unreached'))
  })
  after(() => doors.close())

  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(doors.url).port), '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })

  it('is answered with the headers of every response', async () => {
    for (const bytes of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`]) {
      const answer = await raw(bytes)
      expect(answer).to.match(/^HTTP\/1\.1 4(00|31) /)
      expect(answer).to.include('X-Content-Type-Options: nosniff').and.include('Referrer-Policy: same-origin')
      expect(answer).to.include('X-Frame-Options: DENY').and.include('"error":"invalid"')
    }
  })

  it('is answered like that too where it asks for what is no address', async () => {
    const answer = await raw('GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(answer).to.match(/^HTTP\/1\.1 400 /)
    expect(answer).to.include('X-Content-Type-Options: nosniff').and.include('"error":"invalid"')
  })
})
