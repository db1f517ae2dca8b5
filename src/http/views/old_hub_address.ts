import type { Context } from 'koa'

export const oldHubPath = /^\/b\/([\w-]{1,80})$/

/** /b/<slug>, the earlier address of a hub, leads to /h/<slug>. */
export function movedToHub(ctx: Context, next: () => Promise<unknown>): Promise<unknown> | void {
  const slug = oldHubPath.exec(ctx.path)?.[1]
  if (slug === undefined) return next()
  ctx.status = 301
  ctx.redirect(`/h/${slug}${ctx.search}`)
}
