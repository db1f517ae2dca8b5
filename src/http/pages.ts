import type { Context } from 'koa'
import type { Html } from '../render/html.ts'

/** A page for one person: never kept anywhere. */
export function sendPage(ctx: Context, page: Html, status = 200): void {
  ctx.status = status
  ctx.set('Content-Type', 'text/html; charset=utf-8')
  ctx.body = page.toString()
}
