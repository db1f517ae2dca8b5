import { retention } from '../../actors/runtime/numbers.ts'
import type { Timers } from '../../actors/fire_timed_rules.ts'
import type { DatabaseClock } from '../../actors/runtime/database_clock.ts'
import type { Sql } from '../../sql/client.ts'
import type { GoesOn } from '../../sql/runtime/in_bites.ts'
import { oneAtATime } from '../../sql/runtime/one_at_a_time.ts'
import type { Part, Stretch } from '../../sql/runtime/page_by_page.ts'
import { pruneAttempts, pruneDeadLetters, pruneHosts, pruneKeys } from '../../sql/runtime/prune.ts'
import { pruneFullInboxes, pruneInboxes } from '../../sql/upkeep/prune_inbox.ts'
import { pruneClients, pruneEnded, pruneLeftClients, pruneTokens } from '../../sql/upkeep/prune_credentials.ts'
import { pruneEmptyIds } from '../../sql/upkeep/prune_empty_ids.ts'
import { pruneUndoItems } from '../../sql/upkeep/prune_undo_items.ts'
import {
  pruneCaughtUp,
  pruneExchanges,
  pruneInvites,
  pruneLinkCodes,
  pruneLinkRequests,
  prunePadVisits,
  prunePageForms,
  pruneReadMarks,
  pruneReservedHandles,
} from '../../sql/upkeep/prune_outlived.ts'
import type { Clock } from '../clock.ts'
import {
  broughtBackKept,
  emptyIdsKept,
  endedKept,
  inbox,
  lifetimes,
  linkRequestsKept,
  oauth,
  outlivedLookedForEvery,
  passingReadersMarksKept,
  reads,
  strangers,
} from '../rules/limits.ts'
import { seconds } from '../rules/units.ts'

type Pruned = Readonly<Record<string, number | boolean>>

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

type Prune = (goesOn: GoesOn) => Promise<number | undefined>

/** When a pass over a table began, and where it goes on if it is under way. */
interface Pass {
  readonly began: number
  readonly next?: number
}

/**
 * Fires due timers, each up to `timers.latest` after its time, and deletes expired rows; returns counts by rule and kind.
 * Two concurrent runs are harmless: each timer fires once, and the second run reports `busy` for the deletion.
 */
export function openCleanup({ sql, clock, timers, databaseClock, stopping }: CleanupParts): () => Promise<Pruned> {
  const kinds = prunedKinds(sql, clock)
  return async () => {
    // a wrong clock would delete rows that are not old and fire timers that are not due
    await databaseClock?.look()
    // first, so that a long deletion does not delay the timers
    const [fired] = await Promise.allSettled([timers.fire()])
    const pruned = await oneAtATime(sql, 'svc prune', () => pruneAll(kinds, stopping))
    // thrown after the deletion, which does not depend on the rules
    if (fired.status === 'rejected') throw fired.reason
    if (pruned !== undefined && pruned.failed.length > 0) throw pruned.failed[0]
    return { ...fired.value, ...(pruned?.gone ?? { busy: true }) }
  }
}

function prunedKinds(sql: Sql, clock: Clock): Readonly<Record<string, Prune>> {
  const before = (age: number): Date => new Date(clock.now() - age)
  const passes = (look: (stretch: Stretch) => Promise<Part>): Prune => inPasses(clock, look)
  return {
    // small tables, or at most a few rows
    dead_letters: () => pruneDeadLetters(sql, before(retention.deadLetters)),
    hosts: () => pruneHosts(sql),
    oauth_clients: () => pruneClients(sql, before(oauth.unusedClientKept), oauth.unusedClients),
    // what an index finds
    attempts: (goesOn) => pruneAttempts(sql, before(retention.attempts), goesOn),
    idempotency_keys: (goesOn) => pruneKeys(sql, before(lifetimes.idempotencyKey), goesOn),
    inbox_items: (goesOn) =>
      pruneInboxes(sql, { since: before(inbox.kept), acked_since: before(inbox.ackedKept) }, goesOn),
    undo_items: (goesOn) =>
      pruneUndoItems(sql, { settled: before(broughtBackKept), anyway: before(endedKept) }, goesOn),
    // whole tables
    full_inboxes: passes((stretch) => pruneFullInboxes(sql, inbox.items, stretch)),
    oauth_tokens: passes((stretch) => pruneTokens(sql, before(oauth.endedTokenKept), stretch)),
    ended_credentials: passes((stretch) => pruneEnded(sql, before(endedKept), stretch)),
    invites: passes((stretch) => pruneInvites(sql, before(endedKept), stretch)),
    link_codes: passes((stretch) => pruneLinkCodes(sql, before(endedKept), stretch)),
    exchanges: passes((stretch) => pruneExchanges(sql, before(strangers.exchangeWithin), stretch)),
    caught_up: passes((stretch) => pruneCaughtUp(sql, before(reads.catchUp.longestBack), stretch)),
    page_forms: passes((stretch) => prunePageForms(sql, stretch)),
    left_clients: passes((stretch) => pruneLeftClients(sql, before(oauth.leftClientKept), stretch)),
    reserved_handles: passes((stretch) => pruneReservedHandles(sql, before(endedKept), stretch)),
    link_requests: passes((stretch) => pruneLinkRequests(sql, before(linkRequestsKept), stretch)),
    empty_ids: passes((stretch) => pruneEmptyIds(sql, before(emptyIdsKept), stretch)),
    read_marks: passes((stretch) => pruneReadMarks(sql, before(passingReadersMarksKept), stretch)),
    pad_visits: passes((stretch) => prunePadVisits(sql, before(passingReadersMarksKept), stretch)),
  }
}

/**
 * Each participant's last key and session are kept, so the whole table has to be read: not at every run. A pass that runs
 * out of time is continued by the next run.
 */
function inPasses(clock: Clock, look: (stretch: Stretch) => Promise<Part>): Prune {
  let pass: Pass = { began: Number.NEGATIVE_INFINITY }
  return async (goesOn) => {
    const now = clock.now()
    const { next: from } = pass
    if (from === undefined && now - pass.began < outlivedLookedForEvery) return undefined
    const { gone, ...part } = await look({ goesOn, from: from ?? 0 })
    pass = { began: from === undefined ? now : pass.began, ...part }
    return gone
  }
}

/** A failure of one kind does not stop the others. */
async function pruneAll(
  kinds: Readonly<Record<string, Prune>>,
  stopping: AbortSignal | undefined,
): Promise<{ readonly gone: Pruned; readonly failed: readonly unknown[] }> {
  const ends = performance.now() + runLasts
  const goesOn = (): boolean => stopping?.aborted !== true && performance.now() < ends
  const gone: Record<string, number> = {}
  const failed: unknown[] = []
  for (const [kind, prune] of Object.entries(kinds)) {
    if (!goesOn()) break
    try {
      const count = await prune(goesOn)
      if (count !== undefined) gone[kind] = count
    } catch (error) {
      failed.push(error)
    }
  }
  return { gone, failed }
}
