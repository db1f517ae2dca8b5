import type { Context } from 'koa'
import type { Frame } from '../../render/page_arguments.ts'
import type { Html, HtmlInserted } from '../../render/html.ts'
import { message } from '../../render/shell.ts'
import { assets } from '../assets.ts'
import { encodedAtOnce, encodingFor, setEncoding } from './content_encoding.ts'
import { contentTypes } from './content_types.ts'
import { readMe } from '../../reading/account/me.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import { readerFor } from '../../rules/caller.ts'
import { sessionCaller, type SessionParts } from '../request/session_caller.ts'

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

export type FrameParts = Pick<ToolParts, 'config' | 'sql'> & SessionParts

/** The frame of a page for the account signed in with this browser, if any. */
export async function frameOf(ctx: Context, parts: FrameParts): Promise<Frame> {
  const { config, sql } = parts
  const caller = await sessionCaller(ctx, parts)
  return caller ? { ...frame, me: await readMe(sql, caller, readerFor(caller, config.publicThreads)) } : frame
}
