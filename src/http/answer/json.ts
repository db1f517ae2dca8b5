import type { Context } from 'koa'

export const jsonType = 'application/json; charset=utf-8'

/** An answer that no cache keeps. */
export function writeUncachedJson(ctx: Context, body: object): void {
  ctx.set('Cache-Control', 'no-store')
  writeJson(ctx, body)
}

export function writeJson(ctx: Context, body: object): void {
  ctx.res.setHeader('Content-Type', jsonType)
  ctx.body = JSON.stringify(body)
}
