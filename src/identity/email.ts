import { inputs } from '../rules/limits.ts'

const address =
  /^[^\s@<>"(),:;\\[\]]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Strict enough to be mailed and shown; whether it exists only a mail can tell. */
export const isEmail = (text: string): boolean => text.length <= inputs.email && address.test(text)

/** What "one address, one human" compares: without case and without a +tag. */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const plain = local.split('+')[0]
  return `${plain === '' ? local : plain}@${domain}`
}
