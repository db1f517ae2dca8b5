import type { Context } from 'koa'

/** A route whose path a router found to match, whatever the method. */
interface MatchedRoute {
  readonly methods: readonly string[]
}

/** The methods that this address answers; none where nothing is. Routers note the routes whose path matched. */
export function allowedMethods(ctx: Context, isPage: (path: string) => boolean): readonly string[] {
  const routes = (ctx['matched'] ?? []) as readonly MatchedRoute[]
  const methods = new Set(routes.flatMap((route) => route.methods))
  if (isPage(ctx.path)) for (const method of ['GET', 'HEAD']) methods.add(method)
  return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort()
}
