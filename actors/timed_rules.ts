import {
  dueTakeovers,
  idleTasks,
  overruledTakeovers,
  quietDisputes,
  stuckBatches,
  unansweredSuggestions,
} from '../sql/reads/due.ts'
import { expiringKeys } from '../sql/reads/account/expiring_keys.ts'
import { type TimedRule, timed } from './fire_timed_rules.ts'
import { mint } from '../src/rules/ids.ts'
import { hub } from './hub/index.ts'
import { pad } from './pad/index.ts'
import { participant } from './participant/index.ts'
import { thread } from './thread/index.ts'

/**
 * All timed rules: who is due, and what their actor is told. A row reads what is due from what the actors wrote; the
 * actor checks whether that still holds, by its own state and not by the clock: hosts' clocks differ a little.
 */
export const timedRules: readonly TimedRule[] = [
  timed({
    name: 'idle_tasks',
    due: idleTasks,
    actor: thread,
    operation: 'fall_open',
    args: ({ target, at }) => ({ task_id: target, due: at.getTime() }),
  }),
  timed({
    name: 'unchecked_merges',
    due: unansweredSuggestions,
    actor: pad,
    operation: 'go_in_unchecked',
    args: ({ target, at }) => ({ edit_id: target, due: at.getTime(), accept_id: mint('edit', at.getTime()) }),
  }),
  timed({
    name: 'lapsed_disputes',
    due: quietDisputes,
    actor: thread,
    operation: 'lapse',
    args: ({ at }) => ({ due: at.getTime() }),
  }),
  timed({
    name: 'takeovers',
    due: dueTakeovers,
    actor: hub,
    operation: 'takeover_due',
    args: ({ at }) => ({ due: at.getTime(), entry: mint('act', at.getTime()) }),
  }),
  timed({
    name: 'overruled_takeovers',
    due: overruledTakeovers,
    actor: hub,
    operation: 'owner_acted',
    args: ({ at }) => ({ due: at.getTime() }),
  }),
  timed({
    name: 'stuck_undoing',
    due: stuckBatches,
    actor: hub,
    operation: 'resume_undo',
    args: ({ target, at }) => ({ batch_id: target, due: at.getTime() }),
  }),
  timed({
    name: 'expiring_keys',
    due: expiringKeys,
    actor: participant,
    operation: 'key_expiring',
    args: ({ target, at }) => ({ credential_id: target, due: at.getTime() }),
  }),
]
