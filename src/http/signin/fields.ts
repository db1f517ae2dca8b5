import { invalid, type Refusal } from '../../rules/errors.ts'

/** Where signing in leads when nothing else was asked for. */
export const home = '/settings'

export const notAnEmail = (): Refusal =>
  invalid('schema', 'That is no email address.', { issues: [{ path: 'email', message: 'is no email address' }] })
