import { Refusal } from '../../../src/rules/errors.ts'
import { lifetimes } from '../../../src/rules/limits.ts'
import type { Sql } from '../../../sql/client.ts'
import { readKeys } from '../../../sql/runtime/idempotency.ts'
import type { Answered, Idempotency } from '../wire/ask.ts'
import { answerOf, keyReused, replayed } from '../wire/result.ts'

/** Used by the door before all its other checks; the host checks again. */
export async function replayOf<Reply>(
  sql: Sql,
  { key, hash }: Idempotency,
  now: number,
): Promise<Answered<Reply> | undefined> {
  const [known] = await readKeys(sql, [key], new Date(now - lifetimes.idempotencyKey))
  if (!known) return undefined
  if (known.hash !== hash) throw Refusal.fromBody(keyReused)
  return answerOf<Reply>(JSON.parse(replayed(known.result)))
}
