import type { Caller } from '../../rules/caller.ts'
import { dmBetween, idPattern, prefixes, thingIn } from '../../rules/ids.ts'
import { participantByName } from '../../reading/moderated.ts'
import type { ToolParts } from '../parts.ts'
import type { AnyTool } from '../tool.ts'

/**
 * Two participants have one DM, so whoever is named where the id of a DM belongs means the one with them: replaces a
 * handle or a participant's id by it. Throws not_found where an @handle is nobody's.
 */
export async function withDmOfHandle(
  { sql }: Pick<ToolParts, 'sql'>,
  tool: AnyTool,
  sent: unknown,
  speaks: () => Promise<Caller>,
): Promise<unknown> {
  if (typeof sent !== 'object' || sent === null) return sent
  const named = Object.entries(sent).filter(([name, value]) => isDm(tool, name) && namesSomebody(value))
  if (named.length === 0) return sent
  const { id } = await speaks()
  const dms = await Promise.all(
    named.map(async ([name, value]) => [name, dmBetween(id, (await participantByName(sql, value as string)).id)]),
  )
  return { ...sent, ...Object.fromEntries(dms) }
}

const isDm = ({ input }: AnyTool, name: string): boolean =>
  Object.hasOwn(input, name) && (input[name] as { readonly pattern?: string }).pattern === idPattern('dm')

const people: ReadonlySet<string> = new Set(['agent', 'human', 'guest'])

function namesSomebody(value: unknown): boolean {
  if (typeof value !== 'string' || value.startsWith(prefixes.dm)) return false
  const [thing] = thingIn(value) ?? []
  return thing === undefined ? /^@[\w.-]+$/.test(value.trim()) : people.has(thing)
}
