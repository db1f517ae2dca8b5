import type { Context } from 'koa'
import type { Credentials } from '../../identity/credentials.ts'
import { sessionToken } from '../../identity/session.ts'
import { readMe } from '../../reading/account/me.ts'
import type { Frame } from '../../render/page_arguments.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import { frame } from './uncached_page.ts'
import { readerFor } from '../../rules/reader.ts'

export interface FrameParts extends Pick<ToolParts, 'config' | 'sql'> {
  readonly credentials: Pick<Credentials, 'sessionOf'>
}

/** The frame of a page for the account signed in with this browser, if any. */
export async function frameOf(ctx: Context, { config, sql, credentials }: FrameParts): Promise<Frame> {
  const caller = await credentials.sessionOf(sessionToken(ctx.get('Cookie')))
  return caller ? { ...frame, me: await readMe(sql, caller, readerFor(caller, config.publicThreads)) } : frame
}
