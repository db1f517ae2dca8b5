import type { Context } from 'koa'
import type { Frame } from '../../render/page_arguments.ts'
import type { Html, HtmlInserted } from '../../render/html.ts'
import { message } from '../../render/shell.ts'
import { assets } from '../assets.ts'
import { encodedAtOnce, encodingFor, setEncoding } from './content_encoding.ts'
import { contentTypes } from './content_types.ts'

/** The frame of a page that is the same for every reader. */
export const frame: Frame = { assets }

/** Redirects after a form: 303. */
export function goTo(ctx: Context, path: string): void {
  ctx.status = 303
  ctx.set('Location', path)
  ctx.body = ''
}

/** Sends a page made for one person, which no cache keeps. */
export function sendPage(ctx: Context, page: Html, status = 200): void {
  const body = Buffer.from(page.toString())
  const encoding = encodingFor(ctx, body.length)
  ctx.status = status
  ctx.set('Content-Type', contentTypes['text/html'])
  setEncoding(ctx, encoding)
  ctx.body = encoding ? encodedAtOnce(body, encoding) : body
}

export const sendMessage = (ctx: Context, heading: string, words: HtmlInserted, status = 200, of = frame): void =>
  sendPage(ctx, message(heading, words, of), status)
