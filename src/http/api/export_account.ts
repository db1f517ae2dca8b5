import type { Middleware } from 'koa'
import { exportParts } from '../../reading/account/account.ts'
import { unreadable } from '../../rules/errors.ts'
import { contentTypes } from '../answer/content_types.ts'
import type { RouteParts } from '../door_parts.ts'
import { signedInCaller } from '../request/session_caller.ts'
import { sendFile } from './export.ts'

/** Sends the file that export-account made to a session of the same person; everyone else gets a 404. */
export const sendAccountExport =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const { clock, sql } = parts
    const caller = await signedInCaller(ctx, parts)
    const id = ctx['params'].id as string
    const made = uuid.test(id) ? exportParts(sql, { id, participant_id: caller.id, now: clock.now() }) : undefined
    const first = await made?.next()
    if (!made || !first || first.done) throw unreadable('export')
    ctx.set('Cache-Control', 'no-store')
    sendFile(ctx, { name: 'dotpad-account.json', type: contentTypes['application/json'] }, whole(first.value, made))
  }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function* whole(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
