import type { Redis } from 'ioredis'
import type { Middleware } from 'koa'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { ipWindowPrefix } from '../../redis/keys.ts'
import { rateLimited } from '../../rules/errors.ts'
import { perIp } from '../../rules/limits.ts'
import { asSeconds } from '../../rules/units.ts'
import { clientNetworks } from './client_address.ts'

export type IpLimit = keyof typeof perIp

interface Parts {
  readonly config: Pick<Config, 'trustProxy' | 'pace'>
  readonly clock: Clock
  readonly redis: Redis
}

export interface IpLimits {
  /** Counts one request of `subject`: the client's network, an email key or a client key. Throws rate_limited/ip. */
  count(limit: IpLimit, subject: string): Promise<void>
  /** Middleware that counts the client's network before the route does anything else. */
  of(limit: IpLimit): Middleware
}

/**
 * Fixed windows, one row of limits.perIp each. The window's number, taken from the service clock, is part of the key:
 * windows begin and end at the same time on every instance, and the test clock moves them. /mcp and /api/v1/tools have no
 * row: calls there have a pace per participant (tools/call/pace).
 */
export function openIpLimits({ config, clock, redis }: Parts): IpLimits {
  const limiters = limitersOn(redis)

  async function count(limit: IpLimit, subject: string): Promise<void> {
    if (!config.pace) return
    const { limit: most, window_ms } = perIp[limit]
    const now = clock.now()
    const window = Math.floor(now / window_ms)
    try {
      await limiters[limit].consume(`${window}:${subject}`)
    } catch (error) {
      // Redis is unavailable: serving uncounted beats refusing, and writes have counters of their own
      if (!(error instanceof RateLimiterRes)) return
      const retry_after_seconds = Math.max(1, asSeconds((window + 1) * window_ms - now))
      throw rateLimited('ip', `That is more than ${most} requests from this address. Wait ${retry_after_seconds} s.`, {
        retry_after_seconds,
      })
    }
  }

  return {
    count,
    of: (limit) => async (ctx, next) => {
      await count(limit, clientNetworks(ctx.req, config).network)
      await next()
    },
  }
}

/**
 * Makes all of them at the start. Each defines its script on the client, and a pipeline that is open at that moment does
 * not know it: ioredis would throw outside of every call, which ends the process.
 */
function limitersOn(storeClient: Redis): Readonly<Record<IpLimit, RateLimiterRedis>> {
  const made = (Object.keys(perIp) as IpLimit[]).map((name) => {
    const { limit: points, window_ms } = perIp[name]
    const duration = asSeconds(window_ms)
    return [name, new RateLimiterRedis({ storeClient, keyPrefix: ipWindowPrefix(name), points, duration })] as const
  })
  return Object.fromEntries(made) as Record<IpLimit, RateLimiterRedis>
}
