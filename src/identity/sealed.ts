import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** What cookies hold that only the service may have written: sealed with the secret of the session beside them. */
const algorithm = 'aes-256-gcm'
const bytes = { nonce: 12, tag: 16 }

/** `what` is said there: one cookie is not read as another. */
const keyOf = (session: string, what: string): Buffer => createHmac('sha256', session).update(what).digest()

export function sealed(session: string, what: string, words: string): string {
  const nonce = randomBytes(bytes.nonce)
  const cipher = createCipheriv(algorithm, keyOf(session, what), nonce)
  const text = Buffer.concat([cipher.update(words, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** undefined for anything that was not sealed so */
export function unsealed(session: string, what: string, value: string): string | undefined {
  const whole = Buffer.from(value, 'base64url')
  const from = bytes.nonce + bytes.tag
  if (whole.length <= from) return undefined
  const cipher = createDecipheriv(algorithm, keyOf(session, what), whole.subarray(0, bytes.nonce))
  cipher.setAuthTag(whole.subarray(bytes.nonce, from))
  try {
    return cipher.update(whole.subarray(from), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return undefined
  }
}
