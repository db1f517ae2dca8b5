import { inputs } from './limits.ts'

const address =
  /^[^\s\p{C}@<>"(),:;\\[\]]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)*[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/u

/** Strict enough to be mailed and displayed; only a letter can tell whether the mailbox exists. */
export const isEmail = (text: string): boolean => text.length <= inputs.email && address.test(text)

/**
 * Key for "one address, one human": lower case and without a +tag. Non-ASCII letters never become ASCII: an address
 * with a Kelvin sign or a dotted capital I is another mailbox than one with k or i.
 */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = withoutCase(email).split('@')
  const plain = local.split('+')[0]
  return `${plain === '' ? local : plain}@${domain}`
}

/** Whether both certainly lead to one mailbox. Tags are compared too, since not every server treats +tags as tags. */
export const isSameMailbox = (one: string, other: string): boolean => withoutCase(one) === withoutCase(other)

const withoutCase = (email: string): string =>
  email.trim().replace(/[^\u212a\u0130]+/g, (letters) => letters.toLowerCase())
