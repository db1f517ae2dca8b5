import type { Context } from 'koa'

export const jsonType = 'application/json; charset=utf-8'

export function writeJson(ctx: Context, body: object): void {
  ctx.res.setHeader('Content-Type', jsonType)
  ctx.body = JSON.stringify(body)
}
