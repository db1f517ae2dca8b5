import { retention } from '../../actors/runtime/numbers.ts'
import type { Timers } from '../../actors/fire_timed_rules.ts'
import type { Sql } from '../../sql/client.ts'
import { oneAtATime } from '../../sql/runtime/one_at_a_time.ts'
import { pruneAttempts, pruneDeadLetters, pruneHosts, pruneKeys } from '../../sql/runtime/prune.ts'
import { pruneInboxes } from '../../sql/upkeep/prune_inbox.ts'
import { pruneClients, pruneEnded, pruneTokens } from '../../sql/upkeep/prune_credentials.ts'
import type { Clock } from '../clock.ts'
import { endedCredentialKept, endedCredentialsCheckedEvery, inbox, lifetimes, oauth } from '../rules/limits.ts'

export type Pruned = Readonly<Record<string, number | boolean>>

export interface CleanupParts {
  readonly sql: Sql
  readonly clock: Clock
  readonly timers: Timers
}

/**
 * Fires due timers, each up to `timers.latest` after its time, and deletes expired rows; returns counts by rule and kind. Two concurrent runs are harmless: each
 * timer fires once, and the second run reports `busy` for the deletion.
 */
export function openCleanup({ sql, clock, timers }: CleanupParts): () => Promise<Pruned> {
  let lookedAtEnded = Number.NEGATIVE_INFINITY
  const before = (age: number): Date => new Date(clock.now() - age)

  /** Everybody's last key and last session stay: they are looked at each time, so not every minute. */
  async function pruneEndedAtTimes(): Promise<number> {
    if (clock.now() - lookedAtEnded < endedCredentialsCheckedEvery) return 0
    const gone = await pruneEnded(sql, before(endedCredentialKept))
    lookedAtEnded = clock.now()
    return gone
  }

  return async () => {
    // first: how much there is to delete makes nothing late
    const [fired] = await Promise.allSettled([timers.fire()])
    const pruned = await oneAtATime(sql, 'svc prune', async () => ({
      attempts: await pruneAttempts(sql, before(retention.attempts)),
      idempotency_keys: await pruneKeys(sql, before(lifetimes.idempotencyKey)),
      dead_letters: await pruneDeadLetters(sql, before(retention.deadLetters)),
      hosts: await pruneHosts(sql),
      inbox_items: await pruneInboxes(sql, {
        since: before(inbox.kept),
        acked_since: before(inbox.ackedKept),
        most: inbox.items,
      }),
      oauth_tokens: await pruneTokens(sql, before(oauth.endedTokenKept)),
      ended_credentials: await pruneEndedAtTimes(),
      oauth_clients: await pruneClients(sql, before(oauth.unusedClientKept), oauth.unusedClients),
    }))
    // a rule that fails keeps nothing from being deleted
    if (fired.status === 'rejected') throw fired.reason
    return { ...fired.value, ...(pruned ?? { busy: true }) }
  }
}
