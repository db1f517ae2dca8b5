import type { Context, Middleware } from 'koa'
import { participant } from '../../../actors/participant/index.ts'
import { grantSecretOf } from '../../identity/oauth/grant_secret.ts'
import { Refusal } from '../../rules/errors.ts'
import { bodies } from '../../rules/limits.ts'
import { readForm } from '../request/form_body.ts'
import { writeJson } from '../answer/json.ts'
import { fieldOf } from './request_fields.ts'
import type { OAuthParts } from './oauth_parts.ts'

/** Returns undefined when the body names no token or cannot be read. */
async function tokenIn(ctx: Context): Promise<string | undefined> {
  try {
    return fieldOf(await readForm(ctx, bodies.oauth), 'token')
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/**
 * POST /oauth/revoke (RFC 7009): ends the whole grant; an unknown token counts as ended already. It is never refused, so one
 * whose grant has ended, which anybody may send again and again, costs no message.
 */
export const endToken =
  ({ sql, ask, credentials }: OAuthParts): Middleware =>
  async (ctx) => {
    const token = await tokenIn(ctx)
    const known = token === undefined ? undefined : await grantSecretOf({ sql }, token)
    if (known && !known.grant_ended) {
      const { reply } = await ask(participant, known.participant_id, 'end_grant', { credential_id: known.id })
      await credentials.changed({ credentials: reply.ended })
    }
    writeJson(ctx, {})
  }
