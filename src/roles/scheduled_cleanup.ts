import { retention } from '../../actors/runtime/numbers.ts'
import type { Timers } from '../../actors/fire_timed_rules.ts'
import type { DatabaseClock } from '../../actors/runtime/database_clock.ts'
import type { Sql } from '../../sql/client.ts'
import { oneAtATime } from '../../sql/runtime/one_at_a_time.ts'
import { pruneAttempts, pruneDeadLetters, pruneHosts, pruneKeys } from '../../sql/runtime/prune.ts'
import { pruneFullInboxes, pruneInboxes } from '../../sql/upkeep/prune_inbox.ts'
import { pruneClients, pruneEnded, pruneTokens } from '../../sql/upkeep/prune_credentials.ts'
import {
  pruneCaughtUp,
  pruneExchanges,
  pruneInvites,
  pruneLinkCodes,
  prunePageForms,
} from '../../sql/upkeep/prune_outlived.ts'
import type { Clock } from '../clock.ts'
import { endedKept, inbox, lifetimes, oauth, outlivedLookedForEvery, reads, strangers } from '../rules/limits.ts'
import { seconds } from '../rules/units.ts'

export type Pruned = Readonly<Record<string, number | boolean>>

export interface CleanupParts {
  readonly sql: Sql
  readonly clock: Clock
  readonly timers: Timers
  /** compares the clock with the database's */
  readonly databaseClock?: Pick<DatabaseClock, 'look'> | undefined
  /** when it ends, the work ends after the bite under way */
  readonly stopping?: AbortSignal
}

/** How long one run goes on deleting: the next fires what is due first. */
const runLasts = seconds(20)

/**
 * Fires due timers, each up to `timers.latest` after its time, and deletes expired rows; returns counts by rule and kind. Two concurrent runs are harmless: each
 * timer fires once, and the second run reports `busy` for the deletion.
 */
export function openCleanup({ sql, clock, timers, databaseClock, stopping }: CleanupParts): () => Promise<Pruned> {
  let lookedForOutlived = Number.NEGATIVE_INFINITY
  const before = (age: number): Date => new Date(clock.now() - age)
  const goesOn = (): boolean => stopping?.aborted !== true

  /** What an index finds, or a small table holds. */
  async function pruneEachTime(): Promise<Pruned> {
    const ends = performance.now() + runLasts
    const inTime = (): boolean => goesOn() && performance.now() < ends
    return {
      attempts: await pruneAttempts(sql, before(retention.attempts), inTime),
      idempotency_keys: await pruneKeys(sql, before(lifetimes.idempotencyKey), inTime),
      dead_letters: await pruneDeadLetters(sql, before(retention.deadLetters)),
      hosts: await pruneHosts(sql),
      inbox_items: await pruneInboxes(sql, { since: before(inbox.kept), acked_since: before(inbox.ackedKept) }, inTime),
      oauth_clients: await pruneClients(sql, before(oauth.unusedClientKept), oauth.unusedClients),
    }
  }

  /** Everybody's last key and last session stay, and whole tables are looked through: so not every minute. */
  async function pruneNowAndThen(): Promise<Pruned> {
    if (clock.now() - lookedForOutlived < outlivedLookedForEvery) return {}
    const gone = {
      full_inboxes: await pruneFullInboxes(sql, inbox.items, goesOn),
      oauth_tokens: await pruneTokens(sql, before(oauth.endedTokenKept)),
      ended_credentials: await pruneEnded(sql, before(endedKept)),
      invites: await pruneInvites(sql, before(endedKept), goesOn),
      link_codes: await pruneLinkCodes(sql, before(endedKept), goesOn),
      exchanges: await pruneExchanges(sql, before(strangers.exchangeWithin), goesOn),
      caught_up: await pruneCaughtUp(sql, before(reads.catchUp.longestBack), goesOn),
      page_forms: await prunePageForms(sql, goesOn),
    }
    lookedForOutlived = clock.now()
    return gone
  }

  return async () => {
    // a machine whose clock was just set wrong would delete what is not old, and do what is not due
    await databaseClock?.look()
    // first: how much there is to delete makes nothing late
    const [fired] = await Promise.allSettled([timers.fire()])
    const pruned = await oneAtATime(sql, 'svc prune', async () => ({
      ...(await pruneEachTime()),
      ...(await pruneNowAndThen()),
    }))
    // a rule that fails keeps nothing from being deleted
    if (fired.status === 'rejected') throw fired.reason
    return { ...fired.value, ...(pruned ?? { busy: true }) }
  }
}
