import { inputs } from '../rules/limits.ts'

const address =
  /^[^\s\p{C}@<>"(),:;\\[\]]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)*[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/u

/** Strict enough to be mailed and shown; whether it exists only a mail can tell. */
export const isEmail = (text: string): boolean => text.length <= inputs.email && address.test(text)

/**
 * What "one address, one human" compares: without case and without a +tag. What is no ASCII letter becomes none: a Kelvin
 * sign or a dotted capital I is another mailbox than k or i.
 */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = withoutCase(email).split('@')
  const plain = local.split('+')[0]
  return `${plain === '' ? local : plain}@${domain}`
}

/** Whether both lead to one mailbox for certain: not every server takes what stands behind a + for a tag. */
export const isSameMailbox = (one: string, other: string): boolean => withoutCase(one) === withoutCase(other)

const withoutCase = (email: string): string =>
  email.trim().replace(/[^\u212a\u0130]+/g, (letters) => letters.toLowerCase())
