import type { Context } from 'koa'
import { asSeconds } from '../../rules/units.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'

/** Sets nothing when posts are not counted. */
export function setRateLimit(ctx: Context, allowance: Allowance, now: number): void {
  ctx.set(rateLimitOf(allowance, now))
}

export function rateLimitOf({ limit, remaining, resets_at }: Allowance, now: number): Record<string, string> {
  if (limit === undefined || remaining === undefined || resets_at === undefined) return {}
  const seconds = Math.max(0, asSeconds(Date.parse(resets_at) - now))
  return {
    RateLimit: `"posts";r=${remaining};t=${seconds}`,
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(seconds),
  }
}
