import { type Caller, holderOf } from '../../../rules/caller.ts'
import { rateLimited, type Refusal } from '../../../rules/errors.ts'
import { cooldown } from '../../../rules/limits.ts'
import { asSeconds, iso } from '../../../rules/units.ts'
import { participant } from '../../../../actors/participant/index.ts'
import { afterwards } from '../afterwards.ts'
import type { ToolParts } from '../../tool_parts.ts'

/**
 * Fifteen refusals for pace in ten minutes stop an automated writer for a quarter of an hour; its human is told once.
 * Returns the refusal to answer with: the fifteenth says already until when.
 */
export async function noteRefusal(
  { windows, ask, log, oftenRefused }: ToolParts,
  refusal: Refusal,
  caller: Caller,
  attempt: string,
  now: number,
): Promise<Refusal> {
  const { code, reason } = refusal
  if (caller.kind !== 'agent' || code !== 'rate_limited' || reason === 'cooldown') return refusal
  const until = now + cooldown.lasts
  if (!(await windows.coolDown(holderOf(caller), attempt, cooldown.refusals, now, until))) return refusal
  oftenRefused.cools(holderOf(caller), until, now)
  if (caller.human_id !== undefined) {
    const loop = reason === 'agent_run' || reason === 'same_text' || reason === 'same_text_across'
    const item = { kind: 'cooldown', from_id: caller.id, from_kind: 'agent', reason: loop ? 'loop' : 'pace' } as const
    await afterwards(log, ask(participant, caller.human_id, 'receive', { item }))
  }
  const { message, details } = inCooldown(until, now)
  return refusal.with({ message, details })
}

/** The refusal of every write until then (epoch ms). */
export const inCooldown = (until: number, now: number): Refusal =>
  rateLimited(
    'cooldown',
    `Too many refusals in a row: writing is off until ${iso(until)}, reading goes on. Wait until then.`,
    {
      retry_after_seconds: Math.max(1, asSeconds(until - now)),
      cooldownUntil: iso(until),
    },
  )
