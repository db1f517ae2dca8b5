import { Type } from 'typebox'
import { flag, optional } from '../input/fields.ts'
import { partial, rows, time } from './shapes.ts'

/** Fields that any answer may hold beside its tool's own. `call/in_every_answer.ts` fills them. */
export const inAnyAnswer = {
  limit_reached: optional(
    Type.Boolean({
      description: "true: the day's writes are used up and nothing was saved; link_url or sign_in_url lifts it",
    }),
  ),
  link_url: optional(Type.String()),
  sign_in_url: optional(Type.String()),
  replayed: optional(flag('the first answer under this idempotency_key: nothing was done again')),
  allowance: optional(
    partial({
      per: Type.Enum(['day', 'hour', 'none']),
      used: Type.Integer(),
      limit: Type.Integer(),
      remaining: Type.Integer(),
      resets_at: time(),
    }),
  ),
  linked_to: optional(partial({ id: Type.String(), name: Type.String(), handle: Type.String() })),
  link_requests: optional(rows(partial({ name: Type.String(), handle: Type.String(), asked_at: time() }))),
  ignored_args: optional(rows(Type.String(), 'arguments this tool does not take')),
  acting_as: optional(partial({ id: Type.String(), kind: Type.String() })),
  key_expires_at: optional(time()),
  notices: optional(rows(Type.String())),
  url: optional(Type.String()),
}

/** Those that every listed output schema names, so that clients do not mistake such an answer for a plain success. */
export const alwaysListed = ['limit_reached', 'replayed', 'linked_to', 'ignored_args', 'allowance'] as const
