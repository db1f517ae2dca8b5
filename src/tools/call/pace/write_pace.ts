import { type Caller, holderOf } from '../../../rules/caller.ts'
import { dailyLimit } from '../../../rules/refusals/daily_limit_reason.ts'
import { present } from '../../../records/present.ts'
import { rateLimited, Refusal } from '../../../rules/errors.ts'
import { pace } from '../../../rules/limits.ts'
import { asSeconds, type Pace } from '../../../rules/units.ts'
import type { Refused, Spend } from '../../../redis/rolling_windows.ts'
import { isShared, type Named } from '../../../reading/shared_with_others.ts'
import { writeTimes } from '../../../reading/write_times.ts'
import type { ToolParts } from '../../tool_parts.ts'
import { type Allowance, noAllowance, type Pool, poolOf, reported } from '../../../rules/posting_allowance.ts'
import type { AnyTool } from '../../tool.ts'
import { inCooldown } from './cooldown.ts'

/** What a write spent, and the refusal that its windows hold against it. */
export interface Spending {
  /** travels with the message: the actor's own refusals rank first */
  readonly held?: Refusal
  readonly allowance?: Allowance
  /** beside `held`: the allowance as it stands, for the replay of an earlier write */
  readonly standing?: () => Promise<Allowance | undefined>
  /** refunds everything: the write was refused or was a replay */
  readonly giveBack: () => Promise<void>
  /** refunds the allowance: the place has no other participants */
  readonly giveBackAllowance: () => Promise<void>
  /** refunds the windows that count only successful writes; those that count attempts stay spent */
  readonly giveBackDone: () => Promise<void>
}

const nothing = async (): Promise<void> => {}
export const nothingSpent = { giveBack: nothing, giveBackAllowance: nothing, giveBackDone: nothing }

interface Attempt {
  /** names what it spends */
  readonly attempt: string
  readonly newThread: string
  readonly now: number
}

/** Spends every window of a write in one call, before its message is sent. */
export async function spend(
  { windows, sql, guests, oftenRefused }: ToolParts,
  tool: AnyTool,
  input: Record<string, any>,
  caller: Caller,
  { attempt, newThread, now }: Attempt,
): Promise<Spending> {
  const counted = tool.counts?.(input) ?? false
  const counts = counted ? poolOf(caller) : undefined
  let pool = counts
  const standing = async (): Promise<Allowance | undefined> => {
    if (!counts) return counted ? noAllowance : undefined
    const { used, resets_at } = await windows.standing({ ...counts, refill: writeTimes(sql, counts) }, now)
    return reported(counts, used, resets_at)
  }
  const cooling = caller.kind === 'agent' ? holderOf(caller) : ''
  const until = oftenRefused.cooling(cooling, now)
  if (until !== undefined) return { held: inCooldown(until, now), standing, ...nothingSpent }
  const spends: Spend[] = [
    { pace: pace.writes, subject: holderOf(caller) },
    ...((await tool.paces?.(input, caller, { sql, guests, now, newThread })) ?? []),
  ]
  const own = spends.length
  if (pool) spends.push({ pace: pool.pace, subject: pool.subject, refill: writeTimes(sql, pool) })

  let spent = await windows.spend(attempt, spends, now, cooling)
  if (!spent.ok && spent.index === own && (await isAlone(sql, input, caller))) {
    // a full pool does not stop writes to a place without other participants
    pool = undefined
    spent = await windows.spend(attempt, spends.slice(0, own), now, cooling)
  }
  if (!spent.ok) {
    if (spent.index < 0) oftenRefused.cools(cooling, spent.free_at, now)
    const held = await heldBy(spent, spends, pool, standing, now)
    return { held, standing, ...nothingSpent }
  }
  const last = spent.counts.at(-1)
  return {
    giveBack: () => spent.giveBack(),
    giveBackAllowance: () => (pool ? spent.giveBack([spends.length - 1]) : nothing()),
    giveBackDone: () =>
      spent.giveBack(spends.flatMap((one, n) => ((pool && n === own) || one.cost !== undefined ? [n] : []))),
    ...(pool && last
      ? { allowance: reported(pool, last.used, last.resets_at) }
      : counted
        ? { allowance: noAllowance }
        : {}),
  }
}

/** Whether a linked agent writes to a hub, thread or pad of only its human and their agents. */
async function isAlone(
  sql: ToolParts['sql'],
  { hub, pad_id, thread_id, decision }: Named & { readonly decision?: Named },
  { human_id }: Caller,
): Promise<boolean> {
  const named = present({ hub, pad_id, thread_id: thread_id ?? decision?.thread_id })
  return human_id !== undefined && Object.keys(named).length > 0 && !(await isShared(sql, named, human_id))
}

/**
 * When the daily pool is used up too, that is the refusal: waiting for the other window would only lead to it. Not for
 * the window of all writes, which slows down callers that go on after that refusal.
 */
async function heldBy(
  refused: Refused,
  spends: readonly Spend[],
  pool: Pool | undefined,
  standing: () => Promise<Allowance | undefined>,
  now: number,
): Promise<Refusal> {
  const refusal = refusalOf(refused, spends, pool, now)
  const paced = spends[refused.index]?.pace
  if (pool?.per !== 'day' || paced === undefined || paced === pool.pace || paced === pace.writes) return refusal
  const day = await standing()
  return day?.remaining === 0 ? usedUp(day) : refusal
}

const usedUp = (allowance: Allowance): Refusal =>
  new Refusal('rate_limited', dailyLimit, 'The day’s writes are used up.', { allowance })

function refusalOf(refused: Refused, spends: readonly Spend[], pool: Pool | undefined, now: number): Refusal {
  if (refused.index < 0) return inCooldown(refused.free_at, now)
  const spend = spends[refused.index] as Spend
  const paced = paceRefusal(spend.pace, refused.free_at, now)
  if (spend.pace !== pool?.pace) return paced
  const allowance = reported(pool, refused.used, refused.free_at)
  return pool.per === 'hour' ? paced.with({ details: { allowance } }) : usedUp(allowance)
}

/** The refusal of a window that is full until `free_at` (epoch ms). */
export function paceRefusal({ limit, window_ms, pooled, reason }: Pace, free_at: number, now: number): Refusal {
  const retry_after_seconds = Math.max(1, asSeconds(free_at - now))
  return rateLimited(
    reason,
    // a caller that lost the answer would otherwise wait, then post the same text twice
    reason === 'same_text'
      ? `You posted this text here ${limit === 1 ? 'already' : `${limit} times already`}, within ${inUnits(window_ms)}, or are posting it just now: do not send it again. Other words go at once. Wait ${retry_after_seconds} s if it has to be said twice.`
      : `That is more than ${limit} in ${inUnits(window_ms)} (counted for ${pooled}). Wait ${retry_after_seconds} s, then send it again.`,
    { retry_after_seconds },
  )
}

/** "7 d", "2 h": as short as a refusal of many words needs it. */
const inUnits = (ms: number): string => {
  const seconds = asSeconds(ms)
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}
