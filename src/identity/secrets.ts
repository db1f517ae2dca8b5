import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type CredentialKind, credentialKinds } from '../rules/credential_kinds.ts'
import { mint } from '../rules/ids.ts'

interface Secret {
  /** shown once, not stored */
  readonly secret: string
  /** SHA-256 in hex: stored, and may travel in a message */
  readonly hash: string
}

/** 256 random bits as 43 characters that addresses, headers and cookies take unescaped. */
export const unguessable = (): string => randomBytes(32).toString('base64url')

export function mintSecret(kind: CredentialKind): Secret {
  const secret = credentialKinds[kind].prefix + unguessable()
  return { secret, hash: hashOf(secret) }
}

interface NewCredential extends Pick<Secret, 'secret'> {
  /** what a message may say of it */
  readonly key: Pick<Secret, 'hash'> & { readonly id: string }
}

export function newCredential(kind: CredentialKind, now: number): NewCredential {
  const { secret, hash } = mintSecret(kind)
  return { secret, key: { id: mint('credential', now), hash } }
}

/** A code that people type: `count` random digits. */
export const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0')

/** Unsalted: a random secret of 32 bytes cannot be found from its hash. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex')

/** Compares in constant time. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one), 'hex'), Buffer.from(hashOf(other), 'hex'))
