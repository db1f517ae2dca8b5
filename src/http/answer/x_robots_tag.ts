import type { Context } from 'koa'
import type { HeaderList } from './header_list.ts'

const name = 'X-Robots-Tag'

/**
 * The default of every answer. Search engines may list, on the canonical host only: home, Explore and the pages of prose, a
 * public hub's pages and brief as seen signed out (`indexable` of each view), threads and pads by
 * rules/may_read/indexable.ts, and the files of discovery/routes.ts.
 */
export const noRobots = [name, 'noindex, nofollow'] as const

/** Search engines must list an answer on the canonical host only: they would list the same page twice. */
export const isCanonical = (ctx: Context): boolean => ctx.state['canonical'] === true

/** Lets search engines list this answer where the host is the canonical one. */
export function letRobotsIn(ctx: Context): void {
  if (isCanonical(ctx)) ctx.res.removeHeader(name)
}

/** The same for headers that are not sent yet. */
export const withRobotsIn = (headers: HeaderList): string[] =>
  headers.filter((_, at) => headers[at - (at % 2)] !== name)
