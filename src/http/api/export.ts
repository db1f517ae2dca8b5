import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { bearerToken } from '../../identity/authorization_header.ts'
import { readExport } from '../../reading/export/export.ts'
import { readerFor, type Caller, holderOf } from '../../rules/caller.ts'
import { exportJson } from '../../render/export/export_json.ts'
import { exportMarkdown } from '../../render/export/export_markdown.ts'
import { invalid, unauthenticated, unreadable } from '../../rules/errors.ts'
import { pace } from '../../rules/limits.ts'
import { checkScope } from '../../rules/scopes.ts'
import { type ExportFormat, exportFormats } from '../../rules/closed_lists.ts'
import { spendPace } from '../../tools/call/pace/pace_outside_tools.ts'
import type { RouteParts } from '../door_parts.ts'
import { sessionCaller } from '../request/session_caller.ts'
import { contentTypes } from '../answer/content_types.ts'
import { openPieceByPiece } from '../answer/piece_by_piece.ts'

const types: Readonly<Record<ExportFormat, string>> = {
  md: contentTypes['text/markdown'],
  json: contentTypes['application/json'],
}

/** Sends a hub, thread, pad or task as a file. It takes a key or a session, for public things too. */
export function sendExport(parts: RouteParts): Middleware {
  const { config, clock, pool } = parts
  const inTurn = openPieceByPiece()
  return async (ctx) => {
    const caller = await callerWithKeyOrSession(ctx, parts)
    const id = ctx['params'].id as string
    const format = formatOf(ctx)
    if (config.pace) parts.spendRead(caller, clock.now())
    const exported = await readExport(parts, readerFor(caller, config.publicThreads), id, () => clock.now())
    if (!exported) throw unreadable('hub, thread, pad or task')
    await spendPace(parts, [{ pace: pace.exports, subject: holderOf(caller) }])

    const text =
      format === 'md'
        ? exportMarkdown(exported, { origin: config.baseUrl, eyes: caller }, (document) => pool.print(document))
        : exportJson(exported, new Date(clock.now()))
    sendFile(ctx, { name: `dotpad-${id}.${format}`, type: types[format] }, inTurn(text))
  }
}

/** The text is read no faster than the client takes it; a failure midway ends the connection, so no truncated file looks whole. */
export function sendFile(
  ctx: Context,
  { name, type }: { readonly name: string; readonly type: string },
  text: AsyncIterable<string>,
): void {
  ctx.status = 200
  ctx.set('Content-Type', type)
  ctx.set('Content-Disposition', `attachment; filename="${name}"`)
  ctx.body = Readable.from(text, { objectMode: false, highWaterMark: 64_000 })
}

/** A key takes precedence over a cookie; an invalid key is refused and never ignored. */
async function callerWithKeyOrSession(ctx: Context, parts: RouteParts): Promise<Caller> {
  const token = bearerToken(ctx.req.headers.authorization)
  const caller = await (token === undefined ? sessionCaller(ctx, parts) : parts.credentials.callerOf(token))
  if (!caller) {
    throw unauthenticated(
      'no_key',
      `This needs a key or a session: send Authorization: Bearer <key>, or sign in at ${parts.config.baseUrl}/signin.`,
    )
  }
  checkScope('An export', 'read', caller.scopes)
  return caller
}

function formatOf({ querystring }: Context): ExportFormat {
  const asked = new URLSearchParams(querystring).get('format') || 'md'
  const format = exportFormats.find((one) => one === asked.toLowerCase())
  if (format) return format
  const message = `must be one of ${exportFormats.join(', ')}`
  throw invalid('schema', `format ${message}.`, { issues: [{ path: 'format', message }] })
}
