import { invalid, type Refusal } from '../../rules/errors.ts'

export const notAnEmail = (): Refusal =>
  invalid('schema', 'That is no email address.', { issues: [{ path: 'email', message: 'is no email address' }] })

/** What was wrong with a form, with its fields as the page calls them. */
export function problemOf({ details, message }: Refusal): string {
  const { field, limit } = details
  const called = fieldNames[String(field)]
  return called === undefined || typeof limit !== 'number'
    ? message
    : `${called} is too long: it takes ${limit} characters.`
}

const fieldNames: Readonly<Record<string, string>> = {
  name: 'That name',
  email: 'That address',
  code: 'That code',
  tester_code: 'That tester code',
}
