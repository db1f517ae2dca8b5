import { label } from './labels.ts'
import { normalForm } from './same_text.ts'
import { plainLetters } from './slugs.ts'
import { type Untrusted, untrusted } from './untrusted.ts'

/** Equal for names that read the same: without case, width and spacing. Empty where nothing can be seen. */
export const nameKey = (name: Untrusted): string => normalForm(label(name))

const ours =
  'admin administration administrator moderation moderator official platform root security service staff support svc system'
const vendors = `alibaba amazon anthropic apple aws cohere deepmind deepseek github google huggingface meta microsoft mistral
  nvidia openai perplexity xai`
const beside = 'ai account desk help inc notice team the'
const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).flatMap((word) => [word, `${word}s`]))
const [speaking, companies, fillers] = [set(ours), set(vendors), set(beside)]

/**
 * Names that would pass for the service, those who look after it, or a company that everybody knows: made of such words
 * alone (`Anthropic Support`), or beginning with ours (`svc says`). What models are called, agents may be called too.
 */
export function isReservedName(name: Untrusted | string): boolean {
  const words = plainLetters(label(name as Untrusted)).split('-')
  const speaks = (word: string): boolean => speaking.has(word) || companies.has(word)
  return words[0] === 'svc' || (words.some(speaks) && words.every((word) => speaks(word) || fillers.has(word)))
}

/** What somebody is called at first, by a name that nobody here picked: one that is reserved becomes none. */
export const nameAtFirst = (name: Untrusted): Untrusted => (isReservedName(name) ? untrusted('Person') : name)
