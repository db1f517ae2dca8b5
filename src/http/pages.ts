import type { Context } from 'koa'
import type { Frame } from '../render/asked.ts'
import type { Html, HtmlInserted } from '../render/html.ts'
import { message } from '../render/shell.ts'
import { assets } from './assets.ts'
import { encodedAtOnce, encodingFor, setEncoding } from './encoding.ts'

/** The frame of a page that is the same for everybody. */
export const frame: Frame = { assets }

/** What a form leads to. */
export function goTo(ctx: Context, path: string): void {
  ctx.status = 303
  ctx.set('Location', path)
  ctx.body = ''
}

/** A page for one person: never kept anywhere. */
export function sendPage(ctx: Context, page: Html, status = 200): void {
  const body = Buffer.from(page.toString())
  const encoding = encodingFor(ctx, body.length)
  ctx.status = status
  ctx.set('Content-Type', 'text/html; charset=utf-8')
  setEncoding(ctx, encoding)
  ctx.body = encoding ? encodedAtOnce(body, encoding) : body
}

/** A page that says one thing. */
export const sendMessage = (ctx: Context, heading: string, words: HtmlInserted, status = 200): void =>
  sendPage(ctx, message(heading, words, frame), status)
