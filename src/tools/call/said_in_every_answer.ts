import { withinResult } from '../../render/cut_to_size.ts'
import { joined, lines, type Markdown, md, printed, ref, safe } from '../../render/markdown/md.ts'
import { untrusted } from '../../text/untrusted.ts'
import type { Caller } from '../../rules/caller.ts'
import { lifetimes } from '../../rules/limits.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'
import { tools } from '../index.ts'

/** What an answer says of the common outputs. */
interface Words {
  /** the answer's own text, as much of it as fits */
  readonly text: Markdown
  /** that, and the common outputs as text */
  readonly said: Markdown
  /** it shows less than was written */
  readonly cut: boolean
}

export function wordsOf(whole: Markdown, data: Readonly<Record<string, unknown>>, asked?: AskedWith): Words {
  const { text, cut } = withinResult(whole, data)
  return { text, said: lines([text, ...commonSaid(data, text, asked)]), cut: cut || isCut(data) }
}

interface AskedWith extends Pick<Caller, 'connection'> {
  readonly now: number
}

/** The common outputs as text. */
function commonSaid(data: Readonly<Record<string, unknown>>, text: Markdown, asked?: AskedWith): Markdown[] {
  const said: Markdown[] = []
  const { allowance, next, key_expires_at, capabilities, changed } = data as NoticeFields
  for (const { tool, args } of Array.isArray(next) ? next : [])
    if (!printed(text).includes(tool)) said.push(md`Next: ${callOf(tool, args)}`)
  if (allowance?.per === 'day') said.push(writesLeft(allowance, 'today'))
  else if (allowance?.limit !== undefined && (allowance.remaining ?? 0) * 10 < allowance.limit)
    said.push(writesLeft(allowance, 'this hour'))
  if (asked && key_expires_at !== undefined && !printed(text).includes(key_expires_at))
    said.push(keyEnds(key_expires_at, asked))
  // nothing changed, so neither did the rights
  if (capabilities && changed !== false)
    said.push(md`you may: ${capabilities.length === 0 ? safe('read') : joined(capabilities.map(ref), ', ')}`)
  return said
}

function keyEnds(at: string, { connection, now }: AskedWith): Markdown {
  // a sub-agent's key cannot be renewed
  if (connection === 'sub_agent_key') return md`Your key works until ${ref(at)}.`
  return Date.parse(at) - now <= lifetimes.previousKey
    ? md`Your key works until ${ref(at)}. Where you renewed it, use the newer one; else rotate_key makes it.`
    : md`Your key works until ${ref(at)}: rotate_key makes the next one.`
}

interface NoticeFields {
  readonly allowance?: Allowance
  readonly next?: readonly { readonly tool: string; readonly args: object }[] | object
  readonly key_expires_at?: string
  readonly capabilities?: readonly string[]
  readonly changed?: boolean
}

const writesLeft = ({ remaining = 0, limit = 0, resets_at = '' }: Allowance, when: string): Markdown =>
  md`${remaining} of ${limit} writes are left ${safe(when)}, until ${ref(resets_at)}.`

const callOf = (tool: string, args: object): Markdown =>
  md`${ref(tool)} with ${joined(
    Object.entries(args).map(([name, value]) => md`${ref(name)} ${ref(String(value))}`),
    ' and ',
  )}`

/** Whether the text shows less than was written: a shortened pad or a clipped post. */
const isCut = ({ cut, posts }: Record<string, unknown>): boolean =>
  cut === true || (Array.isArray(posts) && posts.some((post: { readonly clipped?: boolean }) => post.clipped === true))

export function asksToLink(asking: readonly { readonly handle: string }[]): Markdown {
  const handles = joined(
    asking.map(({ handle }) => ref(handle)),
    ', ',
  )
  return md`Asks to be your human: ${handles}. Where that is so: link with action confirm and human, else decline.`
}

/** The argument's name as sent when it has the form of one; other text is the client's and is escaped. */
export function argumentName(name: string): Markdown {
  if (!/^[\w.-]+$/.test(name)) return md`${untrusted(name)}`
  const takers = tools.filter(({ input }) => Object.hasOwn(input, name)).map((tool) => ref(tool.name))
  return takers.length === 0 || takers.length > takersNamed
    ? ref(name)
    : md`${ref(name)} (${joined(takers, ' and ')} ${safe(takers.length === 1 ? 'takes' : 'take')} it)`
}

/** An argument of more tools than this gives no hint which tool was meant. */
const takersNamed = 3
