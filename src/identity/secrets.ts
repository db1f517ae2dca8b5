import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type CredentialKind, credentialKinds } from '../rules/credential_kinds.ts'

interface Secret {
  /** shown once, not stored */
  readonly secret: string
  /** SHA-256 in hex: stored, and may travel in a message */
  readonly hash: string
}

const bytes = 32

export function mintSecret(kind: CredentialKind): Secret {
  const secret = credentialKinds[kind].prefix + randomBytes(bytes).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

/** A code that people type: so many random digits. */
export const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0')

/** Unsalted: a random secret of 32 bytes cannot be found from its hash. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex')

/** Compares in constant time. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one), 'hex'), Buffer.from(hashOf(other), 'hex'))
