import { reads } from '../rules/limits.ts'
import { searchStates, type SearchType, searchTypes } from '../rules/lists.ts'
import { firstCharacters } from './characters.ts'
import { type Untrusted, words } from './untrusted.ts'

export type SearchState = (typeof searchStates)[number]

/** What somebody typed, read: the words to look for and the filters among them. */
export interface SearchQuery {
  /** for to_tsquery; missing: there is no word to look for */
  readonly tsquery?: string
  /** in lower case; a text without one of these cannot match */
  readonly needles: readonly string[]
  readonly type?: SearchType
  /** slug or id */
  readonly hub?: string
  readonly is?: SearchState
  readonly in_posts: boolean
  /** it was longer than may be asked */
  readonly cut: boolean
}

/** Reads what may be garbage: whatever comes out is a query PostgreSQL takes. A word stands for all that begin so. */
export function searchQuery(typed: Untrusted | string): SearchQuery {
  const whole = words(typed as Untrusted).normalize('NFC')
  const query = firstCharacters(whole, reads.search.query)
  const filters: Filters = {}
  const wanted: string[] = []
  for (const part of query.split(/\s+/)) {
    if (!takeFilter(part, filters)) wanted.push(...wordsIn(part))
  }
  const looked = [...new Set(wanted)].slice(0, reads.search.words)
  return {
    ...(looked.length > 0 && { tsquery: looked.map((word) => operand(word, looked.length === 1)).join(' & ') }),
    needles: looked.flatMap(needle),
    in_posts: false,
    ...filters,
    cut: query.length < whole.length,
  }
}

type Filters = { -readonly [Name in 'type' | 'hub' | 'is' | 'in_posts']?: NonNullable<SearchQuery[Name]> }

/** A filter that names nothing of ours is a word like others. The last of a kind counts. */
function takeFilter(part: string, filters: Filters): boolean {
  const [, name = '', value = ''] = /^(type|hub|is|in):(\S+)$/i.exec(part) ?? []
  const given = value.toLowerCase()
  switch (name.toLowerCase()) {
    case 'type':
      return isOneOf(searchTypes, given) && ((filters.type = given), true)
    case 'hub':
      return /^[\w-]+$/.test(given) && ((filters.hub = given), true)
    case 'is':
      return isOneOf(searchStates, given) && ((filters.is = given), true)
    case 'in':
      return given === 'posts' && (filters.in_posts = true)
    default:
      return false
  }
}

const isOneOf = <Value extends string>(values: readonly Value[], text: string): text is Value =>
  values.some((value) => value === text)

/** An address loses its scheme, which no word index keeps; what means something to a tsquery goes. */
const wordsIn = (part: string): string[] =>
  part
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/[\p{C}'"\\:*&|!()<>]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''))
    .filter((word) => word !== '')

const ascii = /^[\x20-\x7e]*$/

/**
 * The database knows the case of ASCII letters only. One such letter beside other words means itself: as a beginning it
 * would be nearly every word there is.
 */
function operand(word: string, alone: boolean): string {
  if (ascii.test(word)) return word.length === 1 && !alone ? `'${word}'` : `'${word}':*`
  const lower = word.toLowerCase()
  const forms = new Set([word, lower, word.toUpperCase(), lower.replace(/^./u, (first) => first.toUpperCase())])
  return `(${[...forms].map((form) => `'${form}':*`).join(' | ')})`
}

const needle = (word: string): string[] => {
  const first = ascii.test(word) ? /^[a-z\d]+/i.exec(word)?.[0] : undefined
  return first === undefined ? [] : [first.toLowerCase()]
}
