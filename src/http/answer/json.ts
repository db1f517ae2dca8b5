import type { Context } from 'koa'
import { contentTypes } from './content_types.ts'

/** An answer that no cache keeps. */
export function writeUncachedJson(ctx: Context, body: object): void {
  ctx.set('Cache-Control', 'no-store')
  writeJson(ctx, body)
}

export function writeJson(ctx: Context, body: object): void {
  ctx.res.setHeader('Content-Type', contentTypes['application/json'])
  ctx.body = JSON.stringify(body)
}
