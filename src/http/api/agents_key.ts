import type Router from '@koa/router'
import { bodies } from '../../rules/limits.ts'
import { bearerToken } from '../../identity/authorization_header.ts'
import { openToAnyOrigin, preflightOfPost } from '../answer/cors.ts'
import { answerTool } from '../answer/tool_answer.ts'
import type { DoorParts } from '../door_parts.ts'
import { fieldsOrRefusal } from '../request/read_body.ts'
import { callOver } from '../request/client_abort.ts'
import { noKey } from '../../rules/refusals/bad_credential.ts'

/** Renews the caller's key, for agents that know nothing but this address. */
export function agentsKeyRoute(router: Router, parts: DoorParts): void {
  router.options('/api/v1/agents/key', preflightOfPost)
  router.post('/api/v1/agents/key', async (ctx) => {
    openToAnyOrigin(ctx)
    const token = bearerToken(ctx.req.headers.authorization)
    if (token === undefined) throw noKey(parts.config)
    const caller = await parts.callerOf(token)
    const sent = await fieldsOrRefusal(ctx.req, bodies.small)
    const called = await parts.call('rotate_key', sent.fields, callOver(ctx.res, caller, 'rest'))
    answerTool(ctx, called, parts.clock.now())
  })
}
