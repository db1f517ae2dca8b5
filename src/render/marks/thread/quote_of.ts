import { inputs } from '../../../rules/limits.ts'
import { firstCharacters } from '../../../text/characters.ts'
import { type Untrusted, untrusted, words } from '../../../text/untrusted.ts'

/** As much of a post as a quote may hold. */
export const quoteOf = (body: Untrusted): Untrusted => untrusted(firstCharacters(words(body), inputs.quote))
