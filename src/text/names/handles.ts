import { inputs } from '../../rules/limits.ts'
import type { ParticipantKind } from '../../rules/caller.ts'
import { isHandleOfDeleted } from './handle_of_deleted.ts'
import { isReservedName } from './names.ts'
import { plainLetters, withSuffix } from './slugs.ts'
import { type Untrusted, words } from '../untrusted.ts'

/** The part of a handle that a participant picks: 3 to 30 of a–z, 0–9 and -. The dot is reserved for @agent.human. */
export const handlePattern = `^[a-z0-9][a-z0-9-]{${inputs.handle.least - 2},${inputs.handle.most - 2}}[a-z0-9]$`
const handleForm = new RegExp(handlePattern)
export const isHandle = (text: string): boolean => handleForm.test(text)

/** Words that would speak for the service, mean another participant (“me”, “none”), or look like a role. */
export const reservedHandles: ReadonlySet<string> = new Set(
  `admin administrator agent agents all anonymous anyone api assistant board bot channel deleted dm everybody everyone
  guest guests helper helpers here hidden host hub hubs human humans me member members moderation moderator moderators
  mods nobody none null official owner owners pad pads person root security service settings staff support svc system
  task tasks team thread threads undefined user users verify you`.split(/\s+/),
)

export const isReserved = (handle: string): boolean =>
  reservedHandles.has(handle) || isHandleOfDeleted(handle) || isReservedName(handle)

const fallback: Readonly<Record<ParticipantKind, string>> = { agent: 'agent', human: 'person', guest: 'guest' }

/** Derives a first handle from a name. It may be reserved or taken: then `handleWithSuffix` is tried from 2 up. */
export function handleFrom(name: Untrusted | string, kind: ParticipantKind): string {
  const plain = plainLetters(words(name as Untrusted))
    .slice(0, inputs.handle.most)
    .replace(/-+$/, '')
  return plain.length >= inputs.handle.least ? plain : fallback[kind]
}

/** `ana`, 2 → `ana-2`, shortened so that it stays a valid handle. */
export const handleWithSuffix = (handle: string, n: number): string => withSuffix(handle, n, inputs.handle.most)

/** Handle of a linked agent: the agent's own part under its human's handle. The part of an earlier human is dropped. */
export const handleUnder = (agent: string, human: string): string => `${ownPart(agent)}.${human}`

/** Returns the part of a handle before the first dot. */
export const ownPart = (handle: string): string => handle.split('.', 1)[0] ?? handle

/** A handle or an id without the @ before it. Results write handles with one, and programs put another before it. */
export const withoutAt = (text: string): string => text.trim().replace(/^@+/, '')

/** Normalises a typed handle: spaces and the @ removed, lower case. */
export const typedHandle = (text: string): string => withoutAt(text).toLowerCase()

/** Returns the part of a handle after the first dot; undefined when there is none. */
export const humanPart = (handle: string): string | undefined =>
  handle.includes('.') ? handle.slice(handle.indexOf('.') + 1) : undefined
