import { reads } from '../rules/limits.ts'
import { searchStates, type SearchType, searchTypes } from '../rules/closed_lists.ts'
import { firstCharacters } from './characters.ts'
import { type Untrusted, words } from './untrusted.ts'

export type SearchState = (typeof searchStates)[number]

/** A parsed search: the words to look for and the filters. */
export interface SearchQuery {
  /** argument of to_tsquery; absent when there is no word to look for */
  readonly tsquery?: string
  /** lower-case substrings; a text that lacks one of them cannot match */
  readonly needles: readonly string[]
  readonly type?: SearchType
  /** slug or id */
  readonly hub?: string
  readonly is?: SearchState
  readonly in_posts: boolean
  /** the query exceeded the maximum length and was truncated */
  readonly cut: boolean
}

/** Parses arbitrary input into a query that PostgreSQL always accepts. Each word matches as a prefix. */
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

/** Consumes a filter. An unknown filter is searched as a word; of a repeated filter the last one counts. */
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

/** Splits into words without tsquery operators and without the scheme of an address, which no word index holds. */
const wordsIn = (part: string): string[] =>
  part
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/[\p{C}'"\\:*&|!()<>]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''))
    .filter((word) => word !== '')

const ascii = /^[\x20-\x7e]*$/

/**
 * The database folds the case of ASCII letters only, so other words are searched in up to four spellings. A single
 * letter beside other words matches exactly: as a prefix it would match nearly every word.
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

/** What kind of thing is looked for: the argument says it, else the query, else an argument that only that kind has. */
export const typeAsked = <Type extends string>(
  type: Type | undefined,
  query: SearchQuery,
  argued: SearchType | undefined,
): Type | SearchType | undefined => type ?? query.type ?? argued

/** Whether a query says itself that posts are to be searched, or what else. */
export const asksForPosts = (query: Untrusted): boolean => /\b(?:in:posts|type:)/.test(words(query))
