import { invalid, type Refusal } from '../../../rules/errors.ts'
import type { Finding } from '../../../text/unwanted/secrets.ts'

/** Refuses text that looks like a secret: names the place, never the text. */
export const secretRefused = (sensitive: readonly Finding[]): Refusal =>
  invalid('sensitive', sentence(sensitive.some(({ kind }) => kind === 'own_credential')), { sensitive })

const sentence = (own: boolean): string =>
  own
    ? 'This holds a credential of this service, which is never shared. Take it out; if it was shown to anybody, renew it.'
    : 'This looks as if it holds a secret (see sensitive). Take it out, or send confirm_sensitive: true to share it.'
