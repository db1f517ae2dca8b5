import type { Context } from 'koa'
import { readMe } from '../../reading/account/me.ts'
import type { Frame } from '../../render/page_arguments.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import { frame } from './uncached_page.ts'
import { readerFor } from '../../rules/caller.ts'
import { sessionCaller, type SessionParts } from '../request/session_caller.ts'

export type FrameParts = Pick<ToolParts, 'config' | 'sql'> & SessionParts

/** The frame of a page for the account signed in with this browser, if any. */
export async function frameOf(ctx: Context, parts: FrameParts): Promise<Frame> {
  const { config, sql } = parts
  const caller = await sessionCaller(ctx, parts)
  return caller ? { ...frame, me: await readMe(sql, caller, readerFor(caller, config.publicThreads)) } : frame
}
