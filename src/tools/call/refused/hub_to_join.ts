import { publicHubNamedIn } from '../../../reading/refusal_details.ts'
import { Refusal } from '../../../rules/errors.ts'
import { afterwards } from '../afterwards.ts'
import type { ToolParts } from '../../tool_parts.ts'

/** A refusal for want of a seat names the public hub that gives one: a post or task that was named does not tell it. */
export async function namingHub(
  { config, log, sql }: Pick<ToolParts, 'config' | 'log' | 'sql'>,
  error: unknown,
  fields: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (!(error instanceof Refusal) || error.reason !== 'needs_seat' || !config.publicThreads) return error
  const join = await afterwards(log, publicHubNamedIn(sql, fields))
  if (join === undefined) return error
  return error.with({ message: `${error.message} The hub is ${join}.`, details: { join }, cause: error.cause })
}
