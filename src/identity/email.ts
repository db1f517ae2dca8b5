import { inputs } from '../rules/limits.ts'

const address =
  /^[^\s\p{C}@<>"(),:;\\[\]]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)*[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/u

/** Strict enough to be mailed and shown; whether it exists only a mail can tell. */
export const isEmail = (text: string): boolean => text.length <= inputs.email && address.test(text)

/**
 * What "one address, one human" compares: without case and without a +tag. Case is that of a to z alone: other letters
 * fold into them (a Kelvin sign into k), and are another mailbox.
 */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email
    .trim()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .split('@')
  const plain = local.split('+')[0]
  return `${plain === '' ? local : plain}@${domain}`
}
