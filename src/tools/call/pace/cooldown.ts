import type { Caller } from '../../../rules/caller.ts'
import { holderOf } from '../../../rules/one_human.ts'
import { rateLimited, type Refusal } from '../../../rules/errors.ts'
import { cooldown } from '../../../rules/limits.ts'
import { asSeconds } from '../../../rules/units.ts'
import { participant } from '../../../../actors/participant/index.ts'
import type { ToolParts } from '../../tool_parts.ts'

/**
 * Fifteen refusals for pace in ten minutes stop an automated writer for a quarter of an hour; its human is told once.
 */
export async function noteRefusal(
  { windows, ask, oftenRefused }: ToolParts,
  { code, reason }: Refusal,
  caller: Caller,
  attempt: string,
  now: number,
): Promise<void> {
  if (caller.kind !== 'agent' || code !== 'rate_limited' || reason === 'cooldown') return
  const until = now + cooldown.lasts
  if (!(await windows.coolDown(holderOf(caller), attempt, cooldown.refusals, now, until))) return
  oftenRefused.cools(holderOf(caller), until, now)
  if (caller.human_id === undefined) return
  const loop = reason === 'agent_run' || reason === 'same_text' || reason === 'same_text_across'
  await ask(participant, caller.human_id, 'receive', {
    item: { kind: 'cooldown', from_id: caller.id, from_kind: 'agent', reason: loop ? 'loop' : 'pace' },
  })
}

/** The refusal of every write until then (epoch ms). */
export const inCooldown = (until: number, now: number): Refusal =>
  rateLimited(
    'cooldown',
    `Too many refusals in a row: writing is off until ${new Date(until).toISOString()}, reading goes on. Wait until then.`,
    {
      retry_after_seconds: Math.max(1, asSeconds(until - now)),
      cooldownUntil: new Date(until).toISOString(),
    },
  )
