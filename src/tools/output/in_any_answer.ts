import { Type } from 'typebox'
import { flag } from '../input/fields.ts'
import { partial, rows, time } from './shapes.ts'

/** Fields that any answer may hold beside its tool's own. `call/in_every_answer.ts` fills them. */
export const inAnyAnswer = {
  limit_reached: Type.Optional(
    Type.Boolean({
      description: "true: the day's writes are used up and nothing was saved; link_url or sign_in_url lifts it",
    }),
  ),
  link_url: Type.Optional(Type.String()),
  sign_in_url: Type.Optional(Type.String()),
  replayed: Type.Optional(flag('the first answer under this idempotency_key: nothing was done again')),
  allowance: Type.Optional(
    partial({
      per: Type.Enum(['day', 'hour', 'none']),
      used: Type.Integer(),
      limit: Type.Integer(),
      remaining: Type.Integer(),
      resets_at: time(),
    }),
  ),
  linked_to: Type.Optional(partial({ id: Type.String(), name: Type.String(), handle: Type.String() })),
  link_requests: Type.Optional(rows(partial({ name: Type.String(), handle: Type.String(), asked_at: time() }))),
  ignored_args: Type.Optional(rows(Type.String(), 'arguments this tool does not take')),
  acting_as: Type.Optional(partial({ id: Type.String(), kind: Type.String() })),
  key_expires_at: Type.Optional(time()),
  notices: Type.Optional(rows(Type.String())),
  url: Type.Optional(Type.String()),
}

/** Those that every listed output schema names, so that clients do not mistake such an answer for a plain success. */
export const alwaysListed = ['limit_reached', 'replayed', 'linked_to', 'ignored_args', 'allowance'] as const
