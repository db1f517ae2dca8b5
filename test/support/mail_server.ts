import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

/** A real SMTP server on a free port, which keeps what it took. */
export interface MailServer {
  /** SMTP_URL */
  readonly url: string
  /** whole messages, headers and all, oldest first */
  readonly taken: readonly { readonly to: string; readonly from: string; readonly message: string }[]
  /** the next so many letters are refused with this status first */
  refuse(times: number, status: number): void
  /** how many were refused so far */
  readonly refused: number
  /** resolves when something came to an address, with its text */
  letterTo(address: string): Promise<string>
  close(): Promise<void>
}

export async function openMailServer(): Promise<MailServer> {
  const taken: { to: string; from: string; message: string }[] = []
  let [times, status, refused] = [0, 0, 0]
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let message = ''
      stream.on('data', (chunk: Buffer) => (message += chunk.toString('utf8')))
      stream.on('end', () => {
        if (times > 0) {
          times -= 1
          refused += 1
          return done(Object.assign(new Error('not now'), { responseCode: status }))
        }
        const { mailFrom, rcptTo } = session.envelope
        taken.push({ to: rcptTo[0]?.address ?? '', from: mailFrom ? mailFrom.address : '', message })
        return done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refuse(next, code) {
      times = next
      status = code
    },
    get refused() {
      return refused
    },
    async letterTo(address) {
      const found = () => taken.findLast(({ to }) => to === address)
      await until(() => found() !== undefined, `a letter to ${address}`)
      // quoted-printable: lines that were broken on the way
      return (found()?.message ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=')
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
