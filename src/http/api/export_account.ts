import { Readable } from 'node:stream'
import type Router from '@koa/router'
import { exportParts } from '../../reading/account/account.ts'
import { unreadable } from '../../rules/errors.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import { signedInCaller } from '../request/session_caller.ts'

/** GET /api/export-account/:id: the file that export-account made, for a session of the same person; everyone else gets a 404. */
export function exportAccountRoute(router: Router, parts: ToolParts): void {
  const { clock, sql } = parts
  router.get('/api/export-account/:id', async (ctx) => {
    const caller = await signedInCaller(ctx, parts)
    const id = ctx['params'].id as string
    const made = uuid.test(id) ? exportParts(sql, { id, participant_id: caller.id, now: clock.now() }) : undefined
    const first = await made?.next()
    if (!made || !first || first.done) throw unreadable('export')
    ctx.status = 200
    ctx.set('Content-Type', 'application/json; charset=utf-8')
    ctx.set('Content-Disposition', `attachment; filename="dotpad-account.json"`)
    ctx.set('Cache-Control', 'no-store')
    ctx.body = Readable.from(whole(first.value, made), { objectMode: false, highWaterMark: 64_000 })
  })
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function* whole(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
