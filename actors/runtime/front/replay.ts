import { lifetimes } from '../../../src/rules/limits.ts'
import type { Sql } from '../../../sql/client.ts'
import { readKeys } from '../../../sql/runtime/idempotency.ts'
import type { Answered, Idempotency } from '../wire/ask.ts'
import { replayOf } from '../wire/idempotency.ts'
import { answerOf } from '../wire/result.ts'

/** Used by the door before all its other checks; the host checks again. */
export async function replayedAnswer<Reply>(
  sql: Sql,
  { key, hash }: Idempotency,
  now: number,
): Promise<Answered<Reply> | undefined> {
  const [first] = await readKeys(sql, [key], new Date(now - lifetimes.idempotencyKey))
  return first && answerOf<Reply>(JSON.parse(replayOf(first, hash)))
}
