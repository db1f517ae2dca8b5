import type { Context } from 'koa'
import type { Html } from '../render/html.ts'

/** What a form leads to. */
export function goTo(ctx: Context, path: string): void {
  ctx.status = 303
  ctx.set('Location', path)
  ctx.body = ''
}

/** A page for one person: never kept anywhere. */
export function sendPage(ctx: Context, page: Html, status = 200): void {
  ctx.status = status
  ctx.set('Content-Type', 'text/html; charset=utf-8')
  ctx.body = page.toString()
}
