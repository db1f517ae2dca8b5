import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { presentAs } from '../src/records/present.ts'

/** Never, where the server offers it, or always: then what is checked of the certificate. */
export type Encryption = false | 'prefer' | ConnectionOptions

export interface Address {
  /** without what libpq reads and a server does not know */
  readonly url: string
  /** what stood in `url` and is no setting: the folder of a unix socket, and who connects to it */
  readonly socket: { readonly host?: string; readonly user?: string }
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
  const host = given.get('host')
  const user = given.get('user')
  const server = host ?? address.hostname.replace(/^\[(.+)\]$/, '$1')
  const encryption = encryptionOf(given.get('sslmode') ?? usualMode(server), given.get('sslrootcert'), server)
  // postgres.js would send these to the server as settings
  for (const name of host === null ? clientOnly : [...clientOnly, 'host', 'user']) given.delete(name)
  return { url: address.href, socket: host === null ? {} : presentAs({ host, user }), encryption }
}

const clientOnly = ['sslmode', 'ssl', 'sslrootcert', 'sslnegotiation', 'channel_binding', 'gssencmode']

const isHere = (host: string): boolean => /^(?:|\/.*|localhost|127\.[0-9.]+|::1)$/.test(host)
const usualMode = (host: string): string => (isHere(host) ? 'disable' : 'prefer')

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
      throw new Error('DATABASE_URL: sslmode is not one of disable, allow, prefer, require, verify-ca, verify-full')
  }
}
