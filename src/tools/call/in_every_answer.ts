import type { Caller } from '../../rules/caller.ts'
import type { Notice } from '../../rules/closed_lists.ts'
import { nameNow } from '../../rules/old_names.ts'
import { factsLine } from '../../render/tool_text/data_line.ts'
import { joined, lines, type Markdown, md, printed, ref, safe } from '../../render/markdown/md.ts'
import { present } from '../../records/present.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { AnyTool, Answer, Trust } from '../tool.ts'
import { addressOf } from '../page_address.ts'
import { afterwards } from './afterwards.ts'
import { type Alike, type Called, OneOfMany } from './called.ts'
import { fieldsOfCaller, type OfCaller } from './fields_of_caller.ts'
import { argumentName, asksToLink, wordsOf } from './said_in_every_answer.ts'

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
export async function addStandardOutputs(parts: ToolParts, noticed: Noticed, about: About): Promise<Called> {
  const caller = noticed.answer.as ?? about.caller
  const ofCaller = await fieldsOfCaller(parts, caller)
  return oneOfMany(parts, noticed, about, ofCaller) ?? completed(parts, noticed, { ...about, caller }, ofCaller)
}

function completed(
  parts: ToolParts,
  { answer, replayed, allowance }: Noticed,
  { tool, caller, sent, ignored, older, oldName, byDoor }: About,
  { link_requests, key_expires_at, ...ofCaller }: OfCaller,
): Called {
  const writes = tool.kind === 'write'
  const data: Record<string, unknown> = Object.assign({}, answer.alike, answer.data)
  if (allowance) data['allowance'] = allowance
  if (replayed) data['replayed'] = true
  // the answer of a write names its target
  const url = urlOf(parts, tool, data, writes ? {} : sent)
  if (url !== undefined) data['url'] = url
  Object.assign(data, ofCaller, present({ link_requests }))
  // a call that made a key reports the expiry of that one
  if (!('key_expires_at' in data) && key_expires_at !== undefined) data['key_expires_at'] = key_expires_at
  const words = wordsOf(answer.text, data, { connection: caller.connection, now: parts.clock.now() })
  const said: Markdown[] = [words.said]
  // a write's text has to say everything its data holds; a read's has a layout of its own
  if (writes) said.push(...factsSaid(data, words.text, said, { tool, sent }))
  if (link_requests) said.push(asksToLink(link_requests))
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
    trust: trustIn(answer),
    view: viewOf(parts, answer),
    meta: answer.meta,
    allowance,
    limitReached: data['limit_reached'] === true,
    outdated: oldName !== undefined || older ? true : undefined,
  }
}

/**
 * Where a post wakes thousands, their answers differ in a field or two: what they share is put together, measured and said
 * once. Undefined where an answer says something of its own.
 */
function oneOfMany(
  parts: ToolParts,
  { answer }: Noticed,
  { tool, ignored, older, oldName, byDoor, sent }: About,
  ofCaller: OfCaller,
): Called | undefined {
  const { alike } = answer
  if (!alike || ignored.length > 0 || older || oldName !== undefined || byDoor !== undefined) return undefined
  if (ofCaller.link_requests || ofCaller.key_expires_at !== undefined) return undefined
  let shared = sharedBy.get(alike)
  if (shared === undefined) sharedBy.set(alike, (shared = sharedOf(parts, answer, tool, sent)))
  const own = Object.assign({}, answer.data, ofCaller)
  return new OneOfMany(shared, own, trustIn(answer), viewOf(parts, answer))
}

/** It lives as long as what is alike: a cache among the parts would have to be told when that is no longer needed. */
const sharedBy = new WeakMap<object, Alike>()

function sharedOf(parts: ToolParts, answer: Answer<object>, tool: About['tool'], sent: About['sent']): Alike {
  const data = { ...answer.alike, ...present({ url: urlOf(parts, tool, answer.alike ?? {}, sent) }) }
  // the tool's own fields of one of them are measured with it, being of about the same size in all; for what tells of the caller, room is left
  const { said, cut } = wordsOf(answer.text, { ...data, ...answer.data })
  if (cut) alsoNotice(data, 'text_cut')
  return { text: printed(said), data }
}

const trustIn = ({ trust }: Answer<object>): Trust => trust ?? { integrity: 'trusted', confidentiality: 'private' }

/** A view that fails is left out: the write it shows stands. */
const viewOf = ({ log }: ToolParts, { view }: Answer<object>): Called['view'] =>
  view && (() => afterwards(log, Promise.resolve().then(view)))

/** The address of an answer that names none itself. */
function urlOf(
  { config }: ToolParts,
  tool: About['tool'],
  data: Readonly<Record<string, unknown>>,
  asked: About['sent'],
): string | undefined {
  const path = 'url' in data || data['limit_reached'] === true ? undefined : addressOf(tool, data, asked)
  return path === undefined ? undefined : config.baseUrl + path
}

function alsoNotice(data: Record<string, unknown>, notice: Notice): void {
  data['notices'] = [...((data['notices'] as Notice[] | undefined) ?? []), notice]
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
