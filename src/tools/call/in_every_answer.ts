import type { Caller } from '../../rules/caller.ts'
import { lifetimes } from '../../rules/limits.ts'
import type { Notice } from '../../rules/closed_lists.ts'
import { nameNow } from '../../rules/old_names.ts'
import { withinResult } from '../../render/cut_to_size.ts'
import { factsLine } from '../../render/tool_text/data_line.ts'
import { joined, lines, type Markdown, md, printed, ref, safe } from '../../render/markdown/md.ts'
import { untrusted } from '../../text/untrusted.ts'
import { addressOf } from '../page_address.ts'
import { afterwards } from './afterwards.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'
import { tools } from '../index.ts'
import type { Called } from './called.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { AnyTool, Answer } from '../tool.ts'
import { iso } from '../../rules/units.ts'

/** A tool's answer with what the door adds to it. */
export interface Noticed {
  readonly answer: Answer<object>
  readonly replayed?: boolean
  readonly allowance?: Allowance
}

interface About {
  readonly tool: Pick<AnyTool, 'kind' | 'page' | 'makesPlace'>
  readonly caller: Caller
  /** the arguments */
  readonly sent: Readonly<Record<string, unknown>>
  readonly ignored: readonly string[]
  /** an older name of an argument was used */
  readonly older?: boolean
  readonly oldName?: string
  /** what the door adds of its own */
  readonly byDoor?: string
}

/** Adds the common outputs to an answer: url, linked_to, notices and others; the allowance after every counted write. */
export async function addStandardOutputs(
  parts: ToolParts,
  noticed: Noticed,
  { tool, caller, sent, ignored, older, oldName, byDoor }: About,
): Promise<Called> {
  const { answer, replayed, allowance } = noticed
  const { view } = answer
  const writes = tool.kind === 'write'
  // the answer of a write names its target
  const { data, asking } = await fieldsOf(parts, noticed, { tool, caller, asked: writes ? {} : sent })
  const asked = { connection: (answer.as ?? caller).connection, now: parts.clock.now() }
  const words = wordsOnce(answer.alike, data, () => wordsOf(answer.text, data, asked))
  const said: Markdown[] = [words.said]
  // a write's text has to say everything its data holds; a read's has a layout of its own
  if (writes) said.push(...factsSaid(data, words.text, said, { tool, sent }))
  if (asking.length > 0) said.push(asksToLink(asking))
  if (words.cut) alsoNotice(data, 'text_cut')
  if (oldName) {
    alsoNotice(data, 'old_name')
    said.push(md`${ref(oldName)} is an older name: call ${ref(nameNow('tools', oldName) ?? oldName)}.`)
  }
  if (replayed)
    said.push(safe('Replayed: the first call under this idempotency_key did this, and nothing was done again.'))
  if (byDoor !== undefined) said.push(safe(byDoor))
  // the last words of an answer
  if (ignored.length > 0) {
    data['ignored_args'] = [...((data['ignored_args'] as readonly string[] | undefined) ?? []), ...ignored]
    said.push(md`Ignored, this tool does not take: ${joined(ignored.map(argumentName), ', ')}.`)
  }
  return {
    text: printed(said.length === 1 ? words.said : lines(said)),
    data,
    trust: answer.trust ?? { integrity: 'trusted', confidentiality: 'private' },
    // a view that fails is left out: the write it shows stands
    ...(view && { view: () => afterwards(parts.log, Promise.resolve().then(view)) }),
    ...(answer.alike && { alike: answer.alike }),
    ...(answer.meta === undefined ? {} : { meta: answer.meta }),
    ...(allowance ? { allowance } : {}),
    ...(oldName || older ? { outdated: true } : {}),
  }
}

interface Words {
  /** the answer's own text, as much of it as fits */
  readonly text: Markdown
  /** that, and the common outputs as text */
  readonly said: Markdown
  /** it shows less than was written */
  readonly cut: boolean
}

function wordsOf(whole: Markdown, data: Readonly<Record<string, unknown>>, asked: AskedWith): Words {
  const { text, cut } = withinResult(whole, data)
  return { text, said: lines([text, ...commonSaid(data, text, asked)]), cut: cut || isCut(data) }
}

const wordsOfAlike = new WeakMap<object, Words>()

/**
 * Answers that are alike have the same words: to measure and join them is most of what an answer costs where a post
 * wakes thousands. Not those that tell when the caller's own key expires.
 */
function wordsOnce(alike: object | undefined, data: Readonly<Record<string, unknown>>, make: () => Words): Words {
  if (!alike || 'key_expires_at' in data) return make()
  let words = wordsOfAlike.get(alike)
  if (!words) wordsOfAlike.set(alike, (words = make()))
  return words
}

/** The common outputs as fields, and who asks to be the caller's human. */
async function fieldsOf(
  parts: ToolParts,
  { answer, replayed, allowance }: Noticed,
  { tool, caller, asked }: Pick<About, 'tool' | 'caller'> & { readonly asked: About['sent'] },
) {
  const data = Object.assign({} as Record<string, unknown>, answer.data)
  if (allowance) data['allowance'] = allowance
  if (replayed) data['replayed'] = true
  const path = 'url' in data || data['limit_reached'] === true ? undefined : addressOf(tool, data, asked)
  if (path !== undefined) data['url'] = parts.config.baseUrl + path
  const as = answer.as ?? caller
  const beside = Promise.all([parts.humanLabels.linkedTo(as), parts.linkRequests.to(as)])
  const [linked, asking = []] = (await afterwards(parts.log, beside)) ?? []
  if (linked) data['linked_to'] = linked
  if (as.acting_for !== undefined) data['acting_as'] = { id: as.id, kind: 'agent' }
  if (asking.length > 0) data['link_requests'] = asking
  const expires = as.connection.endsWith('agent_key') ? as.key_expires_at : undefined
  const soon = expires !== undefined && expires - parts.clock.now() <= lifetimes.keyExpiresShown
  // a call that made a key reports the expiry of that one
  if (!('key_expires_at' in data) && soon) data['key_expires_at'] = iso(expires)
  return { data, asking }
}

/** The fields of a write that neither its text nor the caller's arguments mention yet. */
function factsSaid(
  data: Readonly<Record<string, unknown>>,
  text: Markdown,
  said: readonly Markdown[],
  { tool, sent }: Pick<About, 'tool' | 'sent'>,
): Markdown[] {
  const { url } = data
  const facts = factsLine(data, lines(said), sent)
  const isNew = tool.makesPlace && typeof url === 'string' && !printed(text).includes(url)
  const place = isNew && md`on the web: ${ref(url)}`
  return facts || place ? [joined([facts, place], ' · ')] : []
}

function asksToLink(asking: readonly { readonly handle: string }[]): Markdown {
  const handles = joined(
    asking.map(({ handle }) => ref(handle)),
    ', ',
  )
  return md`Asks to be your human: ${handles}. Where that is so: link with action confirm and human, else decline.`
}

interface AskedWith extends Pick<Caller, 'connection'> {
  readonly now: number
}

/** The common outputs as text. */
function commonSaid(
  data: Readonly<Record<string, unknown>>,
  text: Markdown,
  { connection, now }: AskedWith,
): Markdown[] {
  const said: Markdown[] = []
  const { allowance, next, key_expires_at, capabilities, changed } = data as NoticeFields
  for (const { tool, args } of Array.isArray(next) ? next : [])
    if (!printed(text).includes(tool)) said.push(md`Next: ${callOf(tool, args)}`)
  if (allowance?.per === 'day') said.push(writesLeft(allowance, 'today'))
  else if (allowance?.limit !== undefined && (allowance.remaining ?? 0) * 10 < allowance.limit)
    said.push(writesLeft(allowance, 'this hour'))
  if (key_expires_at !== undefined && !printed(text).includes(key_expires_at))
    said.push(
      // a sub-agent's key cannot be renewed
      connection === 'sub_agent_key'
        ? md`Your key works until ${ref(key_expires_at)}.`
        : Date.parse(key_expires_at) - now <= lifetimes.previousKey
          ? md`Your key works until ${ref(key_expires_at)}. Where you renewed it, use the newer one; else rotate_key makes it.`
          : md`Your key works until ${ref(key_expires_at)}: rotate_key makes the next one.`,
    )
  // nothing changed, so neither did the rights
  if (capabilities && changed !== false)
    said.push(md`you may: ${capabilities.length === 0 ? safe('read') : joined(capabilities.map(ref), ', ')}`)
  return said
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

function alsoNotice(data: Record<string, unknown>, notice: Notice): void {
  data['notices'] = [...((data['notices'] as Notice[] | undefined) ?? []), notice]
}

/** Whether the text shows less than was written: a shortened pad or a clipped post. */
const isCut = ({ cut, posts }: Record<string, unknown>): boolean =>
  cut === true || (Array.isArray(posts) && posts.some((post: { readonly clipped?: boolean }) => post.clipped === true))

/** The argument's name as sent when it has the form of one; other text is the client's and is escaped. */
function argumentName(name: string): Markdown {
  if (!/^[\w.-]+$/.test(name)) return md`${untrusted(name)}`
  const takers = tools.filter(({ input }) => Object.hasOwn(input, name)).map((tool) => ref(tool.name))
  return takers.length === 0 || takers.length > takersNamed
    ? ref(name)
    : md`${ref(name)} (${joined(takers, ' and ')} ${safe(takers.length === 1 ? 'takes' : 'take')} it)`
}

/** An argument of more tools than this gives no hint which tool was meant. */
const takersNamed = 3
