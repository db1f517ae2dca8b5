import { once } from 'node:events'
import { connect as connectPlainly, isIP, type Socket } from 'node:net'
import { connect, type ConnectionOptions } from 'node:tls'
import { inTime, late } from '../../src/in_time.ts'
import { seconds } from '../../src/rules/units.ts'
import type { Encryption } from '../address.ts'

/** milliseconds */
const opening = seconds(10)

/**
 * Encrypts a connection that is being opened, and resolves when it can be used; where the server offers no encryption and
 * it is only preferred, to the connection as it is. Rejects when it cannot be opened so within ten seconds.
 */
export async function encrypted(
  plain: Socket,
  encryption: Exclude<Encryption, false>,
  host: string | undefined,
): Promise<Socket> {
  plain.on('error', () => undefined)
  try {
    const opened = await inTime(open(plain, encryption, host), opening)
    if (opened === late) throw new Error('no answer within ten seconds')
    return opened
  } catch (cause) {
    plain.destroy()
    const reason = cause instanceof Error ? cause.message : String(cause)
    // the code by which an outage is known: what was to be sent is valid, and waits
    throw Object.assign(new Error(`No connection to PostgreSQL: ${reason}`, { cause }), { code: 'CONNECT_FAILED' })
  }
}

async function open(plain: Socket, encryption: Exclude<Encryption, false>, host: string | undefined): Promise<Socket> {
  if (await offersEncryption(plain)) {
    const checked = encryption === 'prefer' ? unchecked : encryption
    const named = host !== undefined && isIP(host) === 0 && { servername: host }
    const secure = connect({ socket: plain, ...named, ...checked })
    await once(secure, 'secureConnect')
    return secure
  }
  if (encryption !== 'prefer') throw new Error('the server offers no encryption, and sslmode asks for it')
  return plain
}

/** How a server is connected to where encryption is preferred, by a client that does not ask it. */
export async function wherePreferred(host: string, port: number): Promise<Exclude<Encryption, 'prefer'>> {
  const plain = connectPlainly(port, host)
  plain.on('error', () => undefined)
  const offered = await inTime(offersEncryption(plain), opening).finally(() => plain.destroy())
  return offered === true && unchecked
}

/**
 * libpq checks no certificate either where encryption is only preferred: who could put another one there could as well say
 * that none is offered.
 */
const unchecked: ConnectionOptions = { rejectUnauthorized: false }

/** Asks the server as the first thing on a connection. */
async function offersEncryption(plain: Socket): Promise<boolean> {
  const closed = new AbortController()
  plain.once('close', () => closed.abort())
  if (plain.connecting) await once(plain, 'connect', closed)
  plain.write(sslRequest)
  const [answer] = (await once(plain, 'data', closed)) as [Buffer]
  const said = answer.toString('latin1')
  // more than the one letter was put there by somebody in between, to be taken for encrypted
  if (said !== 'S' && said !== 'N') throw new Error('the server did not understand the request for encryption')
  return said === 'S'
}

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
