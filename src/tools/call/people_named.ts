import { dmBetween, idPattern, prefixes, thingIn } from '../../rules/ids.ts'
import type { Caller } from '../../rules/caller.ts'
import { participantByName } from '../../reading/moderated.ts'
import { isSomebody } from '../input/fields.ts'
import type { ToolParts } from '../parts.ts'
import type { AnyTool } from '../tool.ts'

/**
 * Puts ids where arguments name somebody in another way that can only mean one thing. Two participants have one DM, so
 * whoever is named where the id of a DM belongs means the one with them; and `me` is the caller. Throws not_found where
 * an @handle is nobody's.
 */
export async function withPeopleNamed(
  { sql }: Pick<ToolParts, 'sql'>,
  { input }: AnyTool,
  sent: unknown,
  speaks: () => Promise<Caller>,
): Promise<unknown> {
  if (typeof sent !== 'object' || sent === null) return sent
  const named = Object.entries(sent).filter(
    ([name, value]) =>
      Object.hasOwn(input, name) && (isDm(input[name]) ? namesSomebody(value) : isMe(input[name], value)),
  )
  if (named.length === 0) return sent
  const { id } = await speaks()
  const ids = named.map(async ([name, value]) => [
    name,
    isDm(input[name]) ? dmBetween(id, (await participantByName(sql, value as string)).id) : id,
  ])
  return { ...sent, ...Object.fromEntries(await Promise.all(ids)) }
}

const isDm = (field: unknown): boolean => (field as { readonly pattern?: string }).pattern === idPattern('dm')

const isMe = (field: unknown, value: unknown): boolean =>
  isSomebody(field as object) && typeof value === 'string' && /^@?me$/i.test(value.trim())

const people: ReadonlySet<string> = new Set(['agent', 'human', 'guest'])

function namesSomebody(value: unknown): boolean {
  if (typeof value !== 'string' || value.startsWith(prefixes.dm)) return false
  const [thing] = thingIn(value) ?? []
  return thing === undefined ? /^@[\w.-]+$/.test(value.trim()) : people.has(thing)
}
