import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { v5 } from 'uuid'
import type { Clock } from '../src/clock.ts'
import type { Sql } from '../sql/client.ts'
import type { Due, WhoIsDue } from '../sql/reads/due.ts'
import { readAttempts } from '../sql/runtime/attempts.ts'
import { present } from '../src/records/present.ts'
import type { Settings } from '../src/rules/world.ts'
import type { AnyActor, ArgsOf } from './runtime/actor.ts'
import { sealEnvelope } from './runtime/wire/envelope.ts'
import type { Log } from './runtime/log.ts'
import { shardOf } from './runtime/wire/mailbox.ts'
import { attemptLives, timersAtOnce } from './runtime/numbers.ts'
import { openSend } from './runtime/wire/send.ts'

/** Something that the service does by itself at a given time. */
export interface TimedRule {
  /** the name of its counter */
  readonly name: string
  readonly due: WhoIsDue
  readonly actor: string
  readonly operation: string
  readonly args: (due: Due) => unknown
}

/** A rule whose arguments are those of its message. */
export const timed = <A extends AnyActor, Op extends keyof A['on'] & string>({
  actor,
  ...rule
}: {
  name: string
  due: WhoIsDue
  actor: A
  operation: Op
  args: (due: Due) => ArgsOf<A, Op>
}): TimedRule => ({ ...rule, actor: actor.name })

/** The number of firings by rule. A message that answers `fired: false` found nothing to do. */
type Fired = Readonly<Record<string, number>>

export interface Timers {
  /**
   * Fires what is due and waits until it is committed. However often and wherever it is called, each fires once: the id
   * of its message is derived from the rule, its target and its due time.
   */
  fire(): Promise<Fired>
}

interface TimerParts {
  readonly rules: readonly TimedRule[]
  readonly settings: Settings
  readonly sql: Sql
  readonly redis: Redis
  readonly clock: Clock
  readonly log: Log
}

const firings = 'd0f7c1de-0b53-4b53-9d0a-5a3f7f0a4f63'

const firingId = (rule: string, { target, at }: Due): string =>
  v5(JSON.stringify([rule, target, at.getTime()]), firings)

export function openTimers({ rules, settings, sql, redis, clock, log }: TimerParts): Timers {
  const put = openSend(redis)

  async function fireRule(rule: TimedRule): Promise<number> {
    let fired = 0
    for (let skipped = 0; ; ) {
      const due = await rule.due(sql, new Date(clock.now()), { most: timersAtOnce, skipped })
      const byId = new Map(due.map((one) => [firingId(rule.name, one), one]))
      // an attempt that was decided and is still due was refused: a repeat would not change that
      for (const { id } of await readAttempts(sql, [...byId.keys()])) byId.delete(id)
      if (byId.size === 0) {
        if (due.length < timersAtOnce) return fired
        // all of these stay due, and others may be behind them
        skipped += due.length
        continue
      }
      const results = await send(rule, byId)
      fired += results.filter(didFire).length
      if (results.length < byId.size) {
        log.warn({ rule: rule.name, waiting: byId.size - results.length }, 'timers were not answered; they fire again')
        return fired
      }
      if (due.length < timersAtOnce) return fired
    }
  }

  /** Returns the results that arrived in time. */
  async function send(rule: TimedRule, byId: ReadonlyMap<string, Due>): Promise<readonly string[]> {
    const waiting = new Set(byId.keys())
    await Promise.all([...byId].map(([id, due]) => put(shardOf(due.id), sealed(rule, id, due, settings, clock.ahead))))
    const results: string[] = []
    for (const until = performance.now() + attemptLives; performance.now() < until && waiting.size > 0; ) {
      for (const { id, result } of await readAttempts(sql, [...waiting])) if (waiting.delete(id)) results.push(result)
      if (waiting.size > 0) await pause(20)
    }
    return results
  }

  return { fire: () => eachByItself(rules, fireRule) }
}

/** Fires each rule separately, so that one that cannot be read does not stop the others. */
async function eachByItself(rules: readonly TimedRule[], fire: (rule: TimedRule) => Promise<number>): Promise<Fired> {
  const fired: Record<string, number> = {}
  const failed: unknown[] = []
  for (const rule of rules) {
    try {
      fired[rule.name] = await fire(rule)
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'not every timed rule could be fired')
  return fired
}

const sealed = (rule: TimedRule, id: string, due: Due, settings: Settings, ahead: number): string =>
  sealEnvelope({
    id,
    actor: rule.actor,
    to: due.id,
    operation: rule.operation,
    args: rule.args(due),
    settings,
    // a message that expires is sent again by the next run, as long as it is due
    ttl: attemptLives,
    again: true,
    ...present({ ahead: ahead > 0 ? ahead : undefined }),
  })

const didFire = (result: string): boolean => {
  const { ok } = JSON.parse(result) as { ok?: { fired?: boolean } | null }
  return ok !== undefined && ok?.fired !== false
}
