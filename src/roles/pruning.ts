import { kept } from '../../actors/runtime/numbers.ts'
import type { Sql } from '../../sql/client.ts'
import { oneAtATime } from '../../sql/runtime/one_at_a_time.ts'
import { pruneAttempts, pruneDeadLetters, pruneHosts, pruneKeys } from '../../sql/runtime/prune.ts'
import type { Clock } from '../clock.ts'
import { lifetimes } from '../rules/limits.ts'

export type Pruned = Readonly<Record<string, number | boolean>>

/**
 * Removes what outlived its time; gives counts by kind. Two that start together are harmless: the second finds it `busy`.
 */
export async function prune({ sql, clock }: { sql: Sql; clock: Clock }): Promise<Pruned> {
  const before = (age: number): Date => new Date(clock.now() - age)
  const pruned = await oneAtATime(sql, 'svc prune', async () => ({
    attempts: await pruneAttempts(sql, before(kept.attempts)),
    idempotency_keys: await pruneKeys(sql, before(lifetimes.idempotencyKey)),
    dead_letters: await pruneDeadLetters(sql, before(kept.deadLetters)),
    hosts: await pruneHosts(sql),
  }))
  return pruned ?? { busy: true }
}
