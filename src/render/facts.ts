import { joined, type Markdown, md, printed, ref } from './md.ts'

/** Beside the answer itself: said in their own sentences, or of no use to a next call. */
const elsewhere: ReadonlySet<string> = new Set([
  'error', 'reason', 'message', 'url', 'allowance', 'limit_reached', 'replayed', 'ignored_args', 'linked_to',
  'link_requests', 'key_expires_at', 'acting_as', 'etag', 'updated', 'created', 'next', 'title', 'name', 'displayName',
  'added_chars', 'removed_chars', 'issues',
]) // biome-ignore format: a list

/** Ids, codes, handles, times and addresses; never a title or a sentence. */
const isCode = (value: string): boolean => /^[\w@.:/?=&%#+-]+$/.test(value)

const isId = /^[a-z]{2,6}_[0-9a-z]{26}$/
/** Rows beyond these are counted: the tool that reads the thing lists them all. */
const rowsSaid = 60

/**
 * What stands in `data` and not yet in the words of an answer, as one line of it: many clients hand their model the
 * words alone, and every id, rev and status that a next call takes has to be among them.
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

/** Codes one after the other; of objects what each holds, headed by its id. Nothing where all ids were told already. */
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

/** Our sentences call a place in a thread its number. */
const saysNumber = ({ words }: Said, name: string, value: number): boolean => {
  const lower = { words: words.toLowerCase() }
  return says(lower, `${name} ${value}`) || (name === 'seq' && says(lower, `number ${value}`))
}

/** As a word of its own: `open` is not said by `opened`. */
function says({ words }: Said, value: string): boolean {
  for (let at = words.indexOf(value); at !== -1; at = words.indexOf(value, at + 1))
    if (!isPart(words[at - 1]) && !isPart(words[at + value.length])) return true
  return false
}
const isPart = (character: string | undefined): boolean => character !== undefined && /\w/.test(character)
