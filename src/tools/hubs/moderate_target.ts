import { isInHub, readableHub } from '../../reading/hub/hub_named.ts'
import { invalid } from '../../rules/errors.ts'
import type { Call } from '../tool.ts'
import type { ModerateInput } from './moderate_input.ts'

const targets = ['hub', 'thread_id', 'pad_id', 'post_id'] as const
type Target = (typeof targets)[number]

/**
 * Returns the one target that is named; the hub of a post, thread or pad may stand beside it. Throws for none, for two, or
 * for a kind that the action does not take.
 */
export function onlyTarget<Allowed extends Target>(
  input: ModerateInput,
  ...allowed: readonly Allowed[]
): { readonly is: Allowed; readonly named: string } {
  const takesHub = (allowed as readonly Target[]).includes('hub')
  const [first, ...more] = targets.filter((target) => input[target] !== undefined && (takesHub || target !== 'hub'))
  const is = more.length > 0 ? undefined : allowed.find((target) => target === first)
  const named = is && input[is]
  if (is === undefined || named === undefined) {
    const takes = `${allowed.length > 1 ? 'exactly one of ' : ''}${allowed.join(', ')}`
    const alone = input.hub !== undefined && !takesHub ? ' hub may stand beside it, and is no target of its own.' : ''
    throw invalid('target', `${input.action} takes ${takes}.${alone}`)
  }
  return { is, named }
}

/** The post, thread or pad that is named. Throws when another hub than its own stands beside it. */
export async function targetInHub<Allowed extends Exclude<Target, 'hub'>>(
  { parts, reader }: Call<unknown>,
  input: ModerateInput,
  ...allowed: readonly Allowed[]
): Promise<{ readonly is: Allowed; readonly named: string }> {
  const target = onlyTarget(input, ...allowed)
  // what the reader cannot see is refused as missing, whatever hub is named
  if (input.hub !== undefined && (await isInHub(parts.sql, reader, target.named, input.hub)) === false) {
    throw invalid('target', `hub is not the hub of that ${target.is}. Leave hub out, or name the hub it is in.`)
  }
  return target
}

export const onlyHub = (call: Call<unknown>, input: ModerateInput): Promise<string> =>
  readableHub(call.parts.sql, call.reader, onlyTarget(input, 'hub').named)

export function requiredParticipant({ participant, action }: ModerateInput): string {
  if (participant === undefined) throw invalid('target', `${action} takes participant: @handle or id.`)
  return participant
}
