import type { Context } from 'koa'
import { asSeconds } from '../../rules/units.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'

/** Sets nothing when posts are not counted. */
export function setRateLimit(ctx: Context, allowance: Allowance, now: number): void {
  ctx.set(rateLimitOf(allowance, now))
}

export function rateLimitOf(allowance: Allowance, now: number): Record<string, string> {
  const { resets_at } = allowance
  return resets_at === undefined ? {} : poolHeaders(allowance, Math.max(0, asSeconds(Date.parse(resets_at) - now)))
}

/** `seconds` from now there is more. */
export function poolHeaders({ limit, remaining }: Allowance, seconds: number): Record<string, string> {
  if (limit === undefined || remaining === undefined) return {}
  return {
    RateLimit: `"posts";r=${remaining};t=${seconds}`,
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(seconds),
  }
}
