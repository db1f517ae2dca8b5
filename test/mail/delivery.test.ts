import { expect } from 'chai'
import type { Log } from '../../src/log.ts'
import { openDelivery } from '../../src/mail/delivery.ts'
import { type MailServer, openMailServer } from '../support/mail_server.ts'
import { until } from '../support/until.ts'

describe('delivering mail', () => {
  let server: MailServer
  let lines: { level: string; fields: object }[]
  const log = Object.fromEntries(
    ['debug', 'info', 'warn', 'error'].map((level) => [level, (fields: object) => lines.push({ level, fields })]),
  ) as unknown as Log
  const letter = { to: 'ada@mail.example', subject: 'A code', text: 'Your code: 123456\n' }
  const open = (again: readonly number[]) =>
    openDelivery({ url: server.url, from: 'svc <hello@svc.example>', log, again })

  beforeEach(async () => {
    lines = []
    server = await openMailServer()
  })
  afterEach(() => server.close())

  it('hands a letter over while nobody waits for it', async () => {
    const delivery = open([])
    await delivery.send(letter)
    expect(delivery.metrics()).to.deep.equal({ delivered: 0, given_up: 0, waiting: 1 })
    expect(await server.letterTo(letter.to))
      .to.include('Your code: 123456')
      .and.include('Subject: A code')
      .and.include('Auto-Submitted: auto-generated')
    await delivery.close()
    expect(delivery.metrics()).to.deep.equal({ delivered: 1, given_up: 0, waiting: 0 })
    expect(lines).to.deep.equal([])
  })

  it('tries again where the server says later', async () => {
    server.refuse(2, 451)
    const delivery = open([1, 1])
    await delivery.send(letter)
    await server.letterTo(letter.to)
    expect(server.refused).to.equal(2)
    await delivery.close()
    expect(delivery.metrics()).to.deep.equal({ delivered: 1, given_up: 0, waiting: 0 })
    expect(lines.map(({ fields }) => (fields as { responseCode: number }).responseCode)).to.deep.equal([451, 451])
  })

  it('gives up where the server says never, or too often later, and logs why without address or words', async () => {
    for (const [status, tries] of [
      [550, 1],
      [451, 3],
    ] as const) {
      server.refuse(9, status)
      const delivery = open([1, 1])
      const before = server.refused
      await delivery.send(letter)
      await until(() => delivery.metrics().given_up === 1, 'a letter given up')
      expect(server.refused - before).to.equal(tries)
      expect(lines.at(-1)).to.deep.include({ level: 'warn' })
      expect(lines.at(-1)?.fields).to.include({ responseCode: status, given_up: true, tries })
      await delivery.close()
    }
    expect(JSON.stringify(lines)).not.to.match(/ada|123456|A code|not now/)
  })

  it('says how many letters ended with the process', async () => {
    server.refuse(1, 451)
    const delivery = open([60_000])
    await delivery.send(letter)
    await until(() => lines.length === 1, 'a first try')
    await delivery.close()
    expect(lines.at(-1)).to.deep.equal({ level: 'error', fields: { letters: 1 } })
    expect(delivery.metrics()).to.deep.equal({ delivered: 0, given_up: 1, waiting: 0 })
  })
})
