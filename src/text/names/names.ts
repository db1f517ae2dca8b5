import { label } from './labels.ts'
import { asItLooks, skeleton } from '../unwanted/lookalikes.ts'
import { normalForm } from '../unwanted/same_text.ts'
import { plainLetters } from './slugs.ts'
import { type Untrusted, untrusted } from '../untrusted.ts'

/** Comparison key of a name: names that look alike have the same key. Empty when the name has no visible character. */
export const nameKey = (name: Untrusted): string => normalForm(label(name))

const serviceWords =
  'admin administration administrator moderation moderator official platform root security service staff support svc system'
const vendors = `alibaba amazon anthropic apple aws cohere deepmind deepseek github google huggingface meta microsoft mistral
  nvidia openai perplexity xai`
const fillerWords = 'ai account desk help inc notice team the'
const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).flatMap((word) => [word, `${word}s`]))
const [speaking, companies, fillers] = [set(serviceWords), set(vendors), set(fillerWords)]
const looks: ReadonlySet<string> = new Set([...speaking, ...companies].map(skeleton))
/** Shorter words of letters alone are compared exactly, not by look: Xal is no company's name. */
const shortWord = 5

/**
 * Whether a name could pass for the service, its staff or a well-known company: made of such words alone (`Anthropic
 * Support`), or starting with the service's name (`svc says`), also in letters that look like these (`M1crosoft`).
 * Names of models are allowed, since agents may use them.
 */
export function isReservedName(name: Untrusted | string): boolean {
  const signs = label(name as Untrusted).replace(/[$@](?=\p{L}|\d)/gu, (sign) => (sign === '$' ? 's' : 'a'))
  const words = plainLetters(asItLooks(signs)).split('-')
  const speaks = (word: string): boolean =>
    speaking.has(word) ||
    companies.has(word) ||
    ((word.length >= shortWord || /\d/.test(word)) && looks.has(skeleton(word)))
  return words[0] === 'svc' || (words.some(speaks) && words.every((word) => speaks(word) || fillers.has(word)))
}

/** Returns the display name of a person whose name comes from elsewhere: “Person” when that name is reserved. */
export const nameAtFirst = (name: Untrusted): Untrusted => (isReservedName(name) ? untrusted('Person') : name)

/** What an agent is called that came without a name. */
export const namelessAgent = 'Agent'

/** Returns the display name of an agent: “Agent” when none was given, or one that shows nothing. */
export const agentName = (given: Untrusted | undefined): Untrusted =>
  given !== undefined && label(given) !== '' ? given : untrusted(namelessAgent)
