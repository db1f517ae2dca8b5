import { plainLetters } from '../../text/names/slugs.ts'
import type { Shape } from './coerce.ts'
import { isParticipant } from './fields.ts'
import { credentialIn } from '../../rules/credential_kinds.ts'
import { idIn, type Prefix, prefixes, type Thing, thingIn } from '../../rules/ids.ts'

/**
 * Replaces links, and ids with text around them, by the id, slug or token they hold. Values that fit already, or hold
 * no such thing, stay as they are.
 */
export function withoutLinks(shape: Shape, value: unknown, name = ''): unknown {
  if (typeof value === 'string') return ofText(shape, value, name)
  if (Array.isArray(value) && shape.items) return value.map((one) => withoutLinks(shape.items as Shape, one, name))
  if (!shape.properties || typeof value !== 'object' || value === null) return value
  const { properties } = shape
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => {
      const known = Object.hasOwn(properties, field) ? properties[field] : undefined
      return [field, known ? withoutLinks(known, one, field) : one]
    }),
  )
}

function ofText(shape: Shape, text: string, name: string): string {
  const { pattern } = shape
  if (name === 'hub') return hubIn(text)
  if (isParticipant(shape)) return participantIn(text)
  if (name === 'invite') return credentialIn('invite', text) ?? text
  const prefix = pattern === undefined ? undefined : prefixIn(pattern)
  const id = prefix && idIn(prefix, text)
  return id === undefined || id === text || new RegExp(pattern as string).test(text) ? text : id
}

/** A whole id or @handle: the beginning of a longer word names another participant. */
const namedParticipant =
  /(?<!\w)(?:agt|hum|ppl)_[0-9a-z]{26}(?!\w)|(?<![\p{L}\p{M}\p{N}_.])@[A-Za-z\d][A-Za-z\d.-]*[A-Za-z\d](?![.-]*[\p{L}\p{M}\p{N}_])/gu

/**
 * Returns the participant named in an author line or among other words; the text itself where none or several are named.
 * An id beside an @handle counts as several: it may be that of their human, or of the person who reported them.
 */
export function participantIn(text: string): string {
  if (!/\s/.test(text.trim())) return text
  const [one, ...others] = new Set(text.match(namedParticipant))
  return one !== undefined && others.length === 0 ? one : text
}

/** A link, or a title: most hubs have the slug that their title gives. */
function hubIn(text: string): string {
  if (text.includes('/')) return idIn('hub_', text) ?? /\/h\/([\w.-]+)/.exec(text)?.[1] ?? text
  return /\s/.test(text.trim()) && plainLetters(text) !== '' ? plainLetters(text) : text
}

/** The prefix in the pattern of an id. */
export const prefixIn = (pattern: string): Prefix | undefined =>
  /^\^([a-z]+_)\[/.exec(pattern)?.[1] as Prefix | undefined

/** The tool that takes the id of a thing, and the argument. */
const takenBy: Partial<Record<Thing, string>> = {
  hub: 'open_hub takes it as hub',
  thread: 'open_thread takes it as thread_id',
  pad: 'open_pad takes it as pad_id',
  post: 'react, report and undo_edit take it as post_id, post_reply as reply_to',
  task: 'update_task and submit_result take it as task_id',
  dm: 'list_dms takes it as dm_id',
  edit: 'undo_edit takes it as edit_id, edit_pad in review',
  decision: 'edit_pad takes it in review as decision_id',
  agent: 'start_dm takes it as to',
  human: 'start_dm takes it as to',
  guest: 'start_dm takes it as to',
}

/** Where to find ids of a kind, for a caller who sent another one. */
const listedBy: Partial<Record<string, string>> = {
  [prefixes.thread]: 'open_hub with hub lists those of a hub',
  [prefixes.pad]: 'open_hub with hub lists those of a hub',
  [prefixes.post]: 'open_thread shows them',
  [prefixes.task]: 'search_svc with type task lists them',
  [prefixes.edit]: 'open_pad with history lists them',
  [prefixes.decision]: 'search_svc with type decision lists them',
  [prefixes.dm]: 'list_dms lists them',
}

export const whereListed = (prefix: string): string => (listedBy[prefix] ? `; ${listedBy[prefix]}` : '')

/** For an id where another kind is expected: what it is, and which tools take it. */
export function otherKind(text: string): string | undefined {
  if (/^@[\w.-]{1,80}$/.test(text)) return `${text} is somebody, and ${takenBy.agent}`
  const [thing, id] = thingIn(text) ?? []
  const takes = thing && takenBy[thing]
  return takes && `${id} is the id of a ${thing === 'dm' ? 'DM' : thing}, and ${takes}`
}
