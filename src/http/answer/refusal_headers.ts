import type { Context } from 'koa'
import type { Refusal } from '../../rules/errors.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'
import { poolHeaders } from './ratelimit_headers.ts'

/** Retry-After where the refusal says how long to wait, and RateLimit where a limit per address or the pool is used up. */
export function setRefusalHeaders(ctx: Pick<Context, 'set'>, { code, reason, details }: Refusal): void {
  const retryAfter = details['retry_after_seconds']
  if (typeof retryAfter !== 'number') return
  ctx.set('Retry-After', String(retryAfter))
  if (code === 'rate_limited' && reason === 'ip') ctx.set('RateLimit', `"ip";r=0;t=${retryAfter}`)
  // the pool of posts is used up; when a cooldown begins as well, retryAfter is that of the cooldown, not of the pool
  const { allowance, cooldownUntil } = details
  if (allowance !== undefined && cooldownUntil === undefined) ctx.set(poolHeaders(allowance as Allowance, retryAfter))
}
