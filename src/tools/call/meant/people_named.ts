import { dmBetween, idIn, idPattern, prefixes, thingIn } from '../../../rules/ids.ts'
import type { Caller } from '../../../rules/caller.ts'
import { participantByName } from '../../../reading/account/participant_named.ts'
import { wellFormed } from '../../../text/well_formed.ts'
import { isFields } from '../../input/sent_fields.ts'
import { isParticipant } from '../../input/fields.ts'
import { participantIn } from '../../input/named_by_link.ts'
import type { ToolParts } from '../../tool_parts.ts'
import type { AnyTool } from '../../tool.ts'

/**
 * Puts ids where arguments name a participant in another way that can only mean one thing. Two participants have one DM,
 * so a participant in the place of a DM's id means the DM with them; and `me` is the caller. Throws not_found for an
 * @handle that no participant has.
 */
export async function withPeopleNamed(
  { sql, config, spendRead, clock }: Pick<ToolParts, 'sql' | 'config' | 'spendRead' | 'clock'>,
  { input, kind }: AnyTool,
  sent: unknown,
  speaks: () => Promise<Caller>,
): Promise<unknown> {
  if (!isFields(sent)) return sent
  const named = Object.entries(sent).flatMap(([name, value]): [string, string][] => {
    const field = Object.hasOwn(input, name) ? input[name] : undefined
    const who = field === undefined || typeof value !== 'string' ? undefined : whoIs(field, value)
    return who === undefined ? [] : [[name, who]]
  })
  // readInput refuses what the database cannot be asked for
  if (named.length === 0 || wellFormed(sent).length > 0) return sent
  const caller = await speaks()
  const ids = named.map(async ([name, who]) => [
    name,
    isDm(input[name]) ? dmBetween(caller.id, (await participantByName(sql, who)).id) : caller.id,
  ])
  try {
    return { ...sent, ...Object.fromEntries(await Promise.all(ids)) }
  } catch (error) {
    // a read that gets on is counted once, as any other
    if (kind === 'read' && config.pace) spendRead(caller, clock.now())
    throw error
  }
}

const isDm = (field: unknown): boolean => (field as { readonly pattern?: string }).pattern === idPattern('dm')

/** Whom a value names that is no id of the thing itself. */
function whoIs(field: unknown, value: string): string | undefined {
  if (isDm(field)) return otherOfDm(value)
  return isParticipant(field as object) && /^@?me$/i.test(value.trim()) ? 'me' : undefined
}

const people: ReadonlySet<string> = new Set(['agent', 'human', 'guest'])

/** The @handle, or the one id in a line without the id of a DM. */
function otherOfDm(value: string): string | undefined {
  if (value.startsWith(prefixes.dm) || idIn(prefixes.dm, value) !== undefined) return undefined
  if (thingIn(value) === undefined) return /^@[\w.-]+$/.test(value.trim()) ? value : undefined
  const one = participantIn(value).trim()
  const [thing, id] = thingIn(one) ?? []
  // with other words still around it, it is one of several
  return thing !== undefined && people.has(thing) && one === id ? id : undefined
}
