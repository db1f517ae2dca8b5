import type { Middleware } from 'koa'
import { participant } from '../../../actors/participant/index.ts'
import { grantSecretOf } from '../../identity/oauth/grant.ts'
import { bodies } from '../../rules/limits.ts'
import { readForm } from '../forms.ts'
import { writeJson } from '../rest.ts'
import { fieldOf } from './answers.ts'
import type { OAuthParts } from './parts.ts'

/** POST /oauth/revoke (RFC 7009): ends the whole grant; a token nobody knows is as good as ended. */
export const endToken =
  ({ sql, ask, credentials }: OAuthParts): Middleware =>
  async (ctx) => {
    const token = fieldOf(await readForm(ctx, bodies.oauth), 'token')
    const known = token === undefined ? undefined : await grantSecretOf({ sql }, token)
    if (known) {
      const { reply } = await ask(participant, known.participant_id, 'end_grant', { credential_id: known.id })
      await credentials.changed({ credentials: reply.ended })
    }
    writeJson(ctx, {})
  }
