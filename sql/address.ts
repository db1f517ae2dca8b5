import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { isThisMachine } from '../src/config.ts'
import { presentAs } from '../src/records/present.ts'

/** Never, where the server offers it, or always: then what is checked of the certificate. */
export type Encryption = false | 'prefer' | ConnectionOptions

interface Address {
  /** without what libpq reads and a server does not know */
  readonly url: string
  /**
   * what postgres.js does not find in `url`: the folder of a unix socket, and who connects to it; or a number of IPv6, whose
   * colons it would take for those of a port
   */
  readonly socket: { readonly host?: string | [string]; readonly port?: [number]; readonly user?: string }
  /** a name, a number without brackets, or the folder of a unix socket */
  readonly host: string
  readonly encryption: Encryption
}

/**
 * Reads DATABASE_URL as libpq does: `postgres:///database?host=/folder&user=name` is a unix socket, `sslmode` says how
 * the connection is encrypted and `sslrootcert` names a file of trusted certificates. Without `sslmode` it is encrypted
 * where another machine offers it, because hosting providers refuse what is not. Throws for an unknown `sslmode`.
 */
export function parseAddress(url: string): Address {
  const address = new URL(url)
  const given = address.searchParams
  const named = given.get('host')
  const user = given.get('user')
  const ipv6 = /^\[(.+)\]$/.exec(address.hostname)?.[1]
  const host = named ?? ipv6 ?? address.hostname
  const encryption = encryptionOf(given.get('sslmode') ?? usualMode(host), given.get('sslrootcert'), host)
  // postgres.js would send these to the server as settings
  for (const name of named === null ? clientOnly : [...clientOnly, 'host', 'user']) given.delete(name)
  const at = ipv6 === undefined ? {} : { host: [ipv6] as [string], port: [Number(address.port || 5432)] as [number] }
  return { url: address.href, socket: named === null ? at : presentAs({ host: named, user }), host, encryption }
}

const clientOnly = ['sslmode', 'ssl', 'sslrootcert', 'sslnegotiation', 'channel_binding', 'gssencmode']

const usualMode = (host: string): string =>
  host === '' || host.startsWith('/') || isThisMachine(host) ? 'disable' : 'prefer'

function encryptionOf(mode: string, trusted: string | null, host: string): Encryption {
  const ca = trusted === null || trusted === 'system' ? {} : { ca: readFileSync(trusted, 'utf8') }
  const checksIssuer: ConnectionOptions = { ...ca, checkServerIdentity: () => undefined }
  switch (mode) {
    case 'disable':
      return false
    case 'allow':
    case 'prefer':
      return 'prefer'
    case 'require':
      return trusted === null ? { rejectUnauthorized: false } : checksIssuer
    case 'verify-ca':
      return checksIssuer
    case 'verify-full':
      // else a server that is named by its number would have to be `localhost`
      return { ...ca, host }
    default:
      throw new Error('sslmode is not one of disable, allow, prefer, require, verify-ca, verify-full')
  }
}
