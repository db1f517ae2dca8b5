import { invalid, type Refusal } from '../../../rules/errors.ts'
import type { Finding } from '../../../text/unwanted/secrets.ts'

/** Refuses text that looks like a secret: names the place, never the text. */
export const secretRefused = (sensitive: readonly Finding[]): Refusal =>
  invalid('sensitive', sentence(sensitive), { sensitive })

const sentence = (found: readonly Finding[]): string =>
  found.some(({ kind }) => kind === 'own_credential')
    ? 'This holds a credential of this service, which is never shared. Take it out; if it was shown to anybody, renew it.'
    : `This looks as if it holds a secret${placeOf(found)}. Take it out, or send confirm_sensitive: true to share it.`

/** The first place; `sensitive` has all. */
const placeOf = ([first]: readonly Finding[]): string =>
  first === undefined ? '' : `, in ${first.field} from character ${first.at} on`
