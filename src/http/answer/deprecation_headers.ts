import type { Context, Middleware } from 'koa'
import { oldNamesSince } from '../../rules/limits.ts'
import { oldNamesUntil } from '../../rules/old_names.ts'

/** RFC 9745 and RFC 8594: since when the name is deprecated, and when it may be removed. */
export function setDeprecation(ctx: Context): void {
  ctx.set(deprecation())
}

export const deprecatedPath: Middleware = (ctx, next) => {
  setDeprecation(ctx)
  return next()
}

export const deprecation = (): Record<string, string> => ({
  Deprecation: `@${oldNamesSince / 1000}`,
  Sunset: new Date(oldNamesUntil).toUTCString(),
})
