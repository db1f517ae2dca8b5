import type { Context } from 'koa'
import { lifetimes, oldNamesSince } from '../../rules/limits.ts'

/** RFC 9745 and RFC 8594: since when the name is deprecated, and when it may be removed. */
export function setDeprecation(ctx: Context): void {
  ctx.set(deprecation())
}

export const deprecation = (): Record<string, string> => ({
  Deprecation: `@${oldNamesSince / 1000}`,
  Sunset: new Date(oldNamesSince + lifetimes.oldNameNotice).toUTCString(),
})
