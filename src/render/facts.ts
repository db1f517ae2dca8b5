import { joined, type Markdown, md, printed, ref } from './md.ts'

/** Fields that have sentences of their own, or that no later call needs. */
const elsewhere: ReadonlySet<string> = new Set([
  'error', 'reason', 'message', 'url', 'allowance', 'limit_reached', 'replayed', 'ignored_args', 'linked_to',
  'link_requests', 'key_expires_at', 'acting_as', 'etag', 'updated', 'created', 'next', 'title', 'name', 'displayName',
  'added_chars', 'removed_chars', 'issues',
]) // biome-ignore format: a list

/** Matches ids, codes, handles, times and addresses; never a title or a sentence. */
const isCode = (value: string): boolean => /^[\w@.:/?=&%#+-]+$/.test(value)

const isId = /^[a-z]{2,6}_[0-9a-z]{26}$/
/** Rows beyond this number are only counted: the tool that reads the thing lists them all. */
const rowsSaid = 60

/**
 * Returns one line with the fields of `data` that the text does not mention yet. Many clients pass only the text to
 * their model, and every id, rev and status that a later call takes has to be in it.
 */
export function factsLine(data: Readonly<Record<string, unknown>>, text: Markdown): Markdown | undefined {
  const said = { words: printed(text) }
  const facts = factsOf(data, said)
  return facts.length === 0 ? undefined : joined(facts, ' · ')
}

interface Said {
  words: string
}

const factsOf = (data: Readonly<Record<string, unknown>>, said: Said): Markdown[] =>
  Object.entries(data).flatMap(([name, value]) => {
    if (elsewhere.has(name)) return []
    const fact = factOf(name, value, said)
    if (fact === undefined) return []
    said.words += ` · ${printed(fact)}`
    return [fact]
  })

function factOf(name: string, value: unknown, said: Said): Markdown | undefined {
  if (Array.isArray(value)) return listed(name, value, said)
  if (typeof value === 'object' && value !== null) {
    const within = factsOf(value as Record<string, unknown>, said)
    return within.length === 0 ? undefined : md`${ref(name)}: ${joined(within, ', ')}`
  }
  if (value === true) return says(said, name.replaceAll('_', ' ')) || says(said, name) ? undefined : ref(name)
  if (typeof value === 'number') return saysNumber(said, name, value) ? undefined : md`${ref(name)} ${value}`
  if (typeof value !== 'string' || !isCode(value) || saysValue(said, value)) return undefined
  return md`${ref(name)} ${ref(value)}`
}

/** Lists codes, and objects by their fields, headed by their id. Undefined when the text mentions all ids already. */
function listed(name: string, values: readonly unknown[], said: Said): Markdown | undefined {
  const codes = values.filter((value): value is string => typeof value === 'string' && isCode(value))
  const untold = codes.every((value) => saysValue(said, value)) ? [] : codes
  const rows = values.filter((value): value is Record<string, unknown> => typeof value === 'object' && value !== null)
  const told = [...untold.slice(0, rowsSaid).map(ref), ...rows.slice(0, rowsSaid).map((row) => rowOf(row))]
  if (told.length === 0) return undefined
  const omitted = untold.length + rows.length - told.length
  return md`${ref(name)} ${joined([...told, omitted > 0 && md`and ${omitted} more`], ', ')}`
}

const rowOf = (row: Readonly<Record<string, unknown>>): Markdown =>
  joined(
    Object.entries(row).flatMap(([name, value]) => {
      if (elsewhere.has(name) || value === false) return []
      if (value === true) return [ref(name)]
      if (typeof value === 'number') return [md`${ref(name)} ${value}`]
      if (typeof value !== 'string' || !isCode(value)) return []
      return [isId.test(value) || name.endsWith('_id') || name === 'id' ? ref(value) : md`${ref(name)} ${ref(value)}`]
    }),
    ' ',
  )

const saysValue = (said: Said, value: string): boolean => says(said, value) || says(said, value.replaceAll('_', ' '))

/** Our sentences call `seq`, a position in a thread, its number. */
const saysNumber = ({ words }: Said, name: string, value: number): boolean => {
  const lower = { words: words.toLowerCase() }
  return says(lower, `${name} ${value}`) || (name === 'seq' && says(lower, `number ${value}`))
}

/** Matches whole words only: `opened` does not mention `open`. */
function says({ words }: Said, value: string): boolean {
  for (let at = words.indexOf(value); at !== -1; at = words.indexOf(value, at + 1))
    if (!isPart(words[at - 1]) && !isPart(words[at + value.length])) return true
  return false
}
const isPart = (character: string | undefined): boolean => character !== undefined && /\w/.test(character)
