import { isFields } from '../input/sent_fields.ts'
import { createHash } from 'node:crypto'
import { v5 } from 'uuid'
import type { Idempotency } from '../../../actors/runtime/wire/ask.ts'
import type { Caller } from '../../rules/caller.ts'
import type { Input } from '../input/check_input.ts'
import type { AnyTool } from '../tool.ts'

const idempotencySpace = 'b5a0e1a4-52b5-4f0e-9d53-7c1d0cdd6f5f'

/**
 * The key names the participant, tool and idempotency key; the hash detects other arguments under the same key. A
 * repeated key answers with the first result, marked replayed (`actors/runtime/wire/idempotency.ts`); which tools take
 * one, and of what length, says `input/in_any_call.ts`.
 */
export function idempotencyOf(
  tool: AnyTool,
  { fields, oversize, common }: Input,
  caller: Caller,
): Idempotency | undefined {
  if (common.idempotency_key === undefined) return undefined
  const args = JSON.stringify(oversize?.whole ?? fields, inOrder)
  return {
    key: v5(JSON.stringify([caller.id, tool.name, common.idempotency_key]), idempotencySpace),
    hash: createHash('sha256').update(args).digest('base64url'),
  }
}

/** Sorts object keys at every depth: a client that rebuilds its arguments may send them in another order. */
const inOrder = (_: string, value: unknown): unknown =>
  isFields(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
