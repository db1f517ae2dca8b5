import { facts, joined, type Markdown, md, printed, ref } from '../markdown/md.ts'

/** Fields that have sentences of their own, or that no later call needs. */
const elsewhere: ReadonlySet<string> = new Set([
  'error', 'reason', 'message', 'url', 'allowance', 'limit_reached', 'replayed', 'ignored_args', 'linked_to',
  'link_requests', 'key_expires_at', 'acting_as', 'etag', 'updated', 'created', 'next', 'title', 'name', 'displayName',
  'added_chars', 'removed_chars', 'issues', 'seq', 'last_seq', 'unread', 'at', 'base_version', 'small', 'new_heading',
  'removed_link', 'section_ids', 'with_kind', 'direction', 'requested', 'joined', 'received',
]) // biome-ignore format: a list

/** Values that repeat the sentence of their tool. */
const inSentences: ReadonlySet<string> = new Set(['link_made', 'rotated', 'not_needed'])

/** Fields with the ids of things that the caller named in one of these arguments. */
const namedBy: Readonly<Record<string, readonly string[]>> = {
  scope_id: ['hub', 'thread_id', 'pad_id'],
  kind: ['hub', 'thread_id', 'pad_id'],
  with_id: ['to'],
  assignee_id: ['assignee'],
  reviewer_id: ['reviewer'],
  mentioned: ['body'],
}

/** Matches ids, codes, handles, times and addresses; never a title or a sentence. */
const isCode = (value: string): boolean => /^[\w@.:/?=&%#+-]+$/.test(value)

const isId = /^[a-z]{2,6}_[0-9a-z]{26}$/
/** Includes the ids of sections and blocks. */
const isAnyId = (code: string): boolean => isId.test(code) || /^[0-9a-f]{8}$/.test(code)

/** Rows beyond this number are only counted: the tool that reads the thing lists them all. */
const rowsSaid = 60

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns one line with the fields of `data` that neither the text nor the caller's own arguments mention yet. Many
 * clients pass only the text to their model, and every id, rev and status that a later call takes has to be in it.
 */
export function factsLine(data: Fields, text: Markdown, sent: Fields = {}): Markdown | undefined {
  const said = { words: printed(text), sent, sentCodes: new Set(codesIn(sent)) }
  const all = factsOf(data, said)
  return all.length === 0 ? undefined : facts(all)
}

interface Said {
  words: string
  readonly sent: Fields
  readonly sentCodes: ReadonlySet<string>
}

/** The ids in the arguments, and other codes with their field names: a post's whole body may be `open`, like a status. */
function codesIn(sent: unknown, name = ''): readonly string[] {
  if (typeof sent === 'string') return isCode(sent) ? [named(name, sent), ...(isAnyId(sent) ? [sent] : [])] : []
  if (Array.isArray(sent)) return sent.flatMap((one) => codesIn(one, name))
  if (typeof sent !== 'object' || sent === null) return []
  return Object.entries(sent).flatMap(([within, one]) => codesIn(one, within))
}

/** Contains a space, so it is never equal to an id. */
const named = (name: string, code: string): string => `${name} ${code}`

const factsOf = (data: Fields, said: Said): Markdown[] =>
  Object.entries(data).flatMap(([name, value]) => {
    if (elsewhere.has(name) || (namedBy[name] ?? []).some((argument) => said.sent[argument] !== undefined)) return []
    const fact = factOf(name, value, said)
    if (fact === undefined) return []
    said.words += ` · ${printed(fact)}`
    return [fact]
  })

function factOf(name: string, value: unknown, said: Said): Markdown | undefined {
  if (Array.isArray(value)) return listed(name, value, said)
  if (typeof value === 'object' && value !== null) {
    const within = factsOf(value as Fields, said)
    return within.length === 0 ? undefined : md`${ref(name)}: ${joined(within, ', ')}`
  }
  if (value === true) return says(said, name.replaceAll('_', ' ')) || says(said, name) ? undefined : ref(name)
  // a thread's version is text
  if (name === 'version' && typeof value === 'string' && /^\d{1,15}$/.test(value))
    return factOf(name, Number(value), said)
  if (typeof value === 'number')
    return said.sent[name] === value || saysNumber(said, name, value) ? undefined : md`${ref(name)} ${value}`
  if (typeof value !== 'string' || !isCode(value) || saysValue(said, value)) return undefined
  if (inSentences.has(value) || said.sentCodes.has(value) || said.sentCodes.has(named(name, value))) return undefined
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

const rowOf = (row: Fields): Markdown =>
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

/** Also as `1 pad` for `pads`, and as `posts 1` for `posts_hidden`. */
const saysNumber = ({ words }: Said, name: string, value: number): boolean => {
  const lower = { words: words.toLowerCase() }
  const [first] = name.split('_')
  const forms = [`${name} ${value}`, `${first} ${value}`, `${value} ${name}`, `${value} ${name.replace(/s$/, '')}`]
  return forms.some((form) => says(lower, form))
}

/** Matches whole words only: `opened` does not mention `open`. */
function says({ words }: Pick<Said, 'words'>, value: string): boolean {
  for (let at = words.indexOf(value); at !== -1; at = words.indexOf(value, at + 1))
    if (!isPart(words[at - 1]) && !isPart(words[at + value.length])) return true
  return false
}
const isPart = (character: string | undefined): boolean => character !== undefined && /\w/.test(character)
