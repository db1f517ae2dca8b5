import type { Redis } from 'ioredis'
import { busy } from '../rules/errors.ts'
import type { Pace } from '../rules/units.ts'
import { cooldownKey, warmKey, windowKey } from './keys.ts'

/** One rolling window that a write spends from. */
export interface Spend {
  readonly pace: Pace
  /** whose pool: an id, or several joined */
  readonly subject: string
  /** default 1; windows that count characters spend that many */
  readonly cost?: number
  /** Windows that count distinct things (threads a text went into): the thing. The same one again is free. */
  readonly member?: string
  /** Where the window outlives a wiped Redis: the times (epoch ms) of what was spent since, from PostgreSQL. */
  readonly refill?: (since: number) => Promise<readonly number[]>
}

export interface Spent {
  readonly ok: true
  /** per spend, in order: what the window holds now, and when its oldest entry leaves (epoch ms) */
  readonly counts: readonly { readonly used: number; readonly resets_at: number }[]
  /** takes the spends of these places back, or all of them; a refused or replayed write costs nothing */
  readonly giveBack: (places?: readonly number[]) => Promise<void>
}

export interface Refused {
  readonly ok: false
  /** the spend that refused, or -1 for a cooldown */
  readonly index: number
  readonly used: number
  /** epoch ms at which the same spend would pass */
  readonly free_at: number
}

export interface Windows {
  /** All or nothing, in one round trip. `id` names this attempt, so that it can be given back. */
  spend(id: string, spends: readonly Spend[], now: number, cooldownOf?: string): Promise<Spent | Refused>
  /** Notes a refusal; true when it was the one that begins a cooldown until `until`. */
  coolDown(subject: string, id: string, refusals: Pace, now: number, until: number): Promise<boolean>
}

/**
 * A window is a sorted set of entries scored by the service clock. Those that count costs keep their sum beside them,
 * so that no call adds up a whole day. An entry of time t counts until t + window, exactly.
 */
const spendScript = `
local now = tonumber(ARGV[1])
local id = ARGV[2]
local cooling = redis.call('GET', KEYS[1])
if cooling and tonumber(cooling) > now then return {-1, 0, tonumber(cooling)} end
local n = (#KEYS - 1) / 2
local used, costs, sums = {}, {}, {}
for i = 1, n do
  local key, warm = KEYS[2 * i], KEYS[2 * i + 1]
  local at = 2 + (i - 1) * 6
  local window, limit, cost = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local member, refills, summed = ARGV[at + 4], ARGV[at + 5] == '1', ARGV[at + 6] == '1'
  if refills and redis.call('EXISTS', warm) == 0 then return {-2, i - 1, 0} end
  local edge = now - window
  if summed then
    local gone = redis.call('ZRANGEBYSCORE', key, '-inf', edge)
    local lost = 0
    for _, entry in ipairs(gone) do lost = lost + tonumber(string.match(entry, ':(%d+)$')) end
    if lost > 0 then redis.call('DECRBY', key .. ':sum', lost) end
    used[i] = tonumber(redis.call('GET', key .. ':sum') or '0')
  end
  redis.call('ZREMRANGEBYSCORE', key, '-inf', edge)
  if not summed then used[i] = redis.call('ZCARD', key) end
  if member ~= '' and redis.call('ZSCORE', key, member) then cost = 0 end
  costs[i], sums[i] = cost, summed
  if used[i] + cost > limit and cost > 0 then
    local free = now + window
    if summed then
      local over = used[i] + cost - limit
      for _, entry in ipairs(redis.call('ZRANGE', key, 0, -1)) do
        over = over - tonumber(string.match(entry, ':(%d+)$'))
        if over <= 0 then free = tonumber(redis.call('ZSCORE', key, entry)) + window break end
      end
    else
      local place = redis.call('ZRANGE', key, used[i] - limit, used[i] - limit, 'WITHSCORES')
      if place[2] then free = tonumber(place[2]) + window end
    end
    return {i, used[i], free}
  end
end
local answer = {0}
for i = 1, n do
  local key = KEYS[2 * i]
  local at = 2 + (i - 1) * 6
  local window, member = tonumber(ARGV[at + 1]), ARGV[at + 4]
  local entry = member
  if entry == '' then entry = id end
  if sums[i] then
    entry = entry .. ':' .. costs[i]
    redis.call('INCRBY', key .. ':sum', costs[i])
    redis.call('PEXPIRE', key .. ':sum', window)
  end
  if costs[i] > 0 then redis.call('ZADD', key, now, entry) end
  redis.call('PEXPIRE', key, window)
  local oldest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  table.insert(answer, used[i] + costs[i])
  table.insert(answer, tonumber(oldest[2] or now) + window)
  table.insert(answer, costs[i])
end
return answer
`

const giveBackScript = `
for i = 1, #KEYS do
  if redis.call('ZREM', KEYS[i], ARGV[2 * i - 1]) == 1 and ARGV[2 * i] ~= '' then
    redis.call('DECRBY', KEYS[i] .. ':sum', ARGV[2 * i])
  end
end
return 1
`

const coolDownScript = `
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', tonumber(ARGV[1]) - tonumber(ARGV[3]))
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
if redis.call('ZCARD', KEYS[2]) < tonumber(ARGV[4]) then return 0 end
redis.call('SET', KEYS[1], ARGV[5], 'PX', ARGV[6])
redis.call('DEL', KEYS[2])
return 1
`

/** Without the counters nobody can say whether the write may pass. */
function notCounting(cause: unknown): never {
  const message = 'Writes cannot be counted right now. Nothing was changed; try again in a second.'
  throw busy('database', message, { retry_after_seconds: 1 }, cause)
}

interface WindowCommands {
  svcSpend(keys: number, ...keysAndArgs: (string | number)[]): Promise<number[]>
  svcGiveBack(keys: number, ...keysAndArgs: (string | number)[]): Promise<number>
  svcCoolDown(...keysAndArgs: (string | number)[]): Promise<number>
}

export function openWindows(redis: Redis): Windows {
  redis.defineCommand('svcSpend', { lua: spendScript })
  redis.defineCommand('svcGiveBack', { lua: giveBackScript })
  redis.defineCommand('svcCoolDown', { lua: coolDownScript, numberOfKeys: 2 })
  const commands = redis as unknown as WindowCommands

  /** A window that outlives Redis and is not there is filled first, from what PostgreSQL knows. */
  async function fill({ pace, subject, refill }: Spend, now: number): Promise<void> {
    const times = (await refill?.(now - pace.window_ms)) ?? []
    const key = windowKey(pace.name, subject)
    const filling = redis.multi()
    for (const [place, at] of times.entries()) filling.zadd(key, at, `before:${place}`)
    filling.pexpire(key, pace.window_ms)
    filling.set(warmKey(pace.name, subject), '1', 'PX', pace.window_ms)
    await filling.exec()
  }

  async function spend(id: string, spends: readonly Spend[], now: number, cooldownOf = ''): Promise<Spent | Refused> {
    const keys = [cooldownKey(cooldownOf)]
    const args: (string | number)[] = [now, id]
    for (const { pace, subject, cost, member = '', refill } of spends) {
      keys.push(windowKey(pace.name, subject), warmKey(pace.name, subject))
      args.push(pace.window_ms, pace.limit, cost ?? 1, member, refill ? 1 : 0, cost === undefined ? 0 : 1)
    }
    const answer = await commands.svcSpend(keys.length, ...keys, ...args).catch(notCounting)
    const [outcome = 0, used = 0, free_at = 0] = answer
    if (outcome === -2) {
      const cold = spends[used]
      if (cold) await fill(cold, now)
      return spend(id, spends, now, cooldownOf)
    }
    if (outcome !== 0) return { ok: false, index: outcome === -1 ? -1 : outcome - 1, used, free_at }

    const counts = spends.map((_, i) => ({ used: answer[1 + 3 * i] ?? 0, resets_at: answer[2 + 3 * i] ?? now }))
    const giveBack = async (places: readonly number[] = spends.map((_, i) => i)): Promise<void> => {
      const taken = places.filter((i) => (answer[3 + 3 * i] ?? 0) > 0)
      const back = taken.flatMap((i) => {
        const { member = id, cost } = spends[i] as Spend
        return cost === undefined ? [member, ''] : [`${member}:${cost}`, cost]
      })
      const names = taken.map((i) => windowKey((spends[i] as Spend).pace.name, (spends[i] as Spend).subject))
      // what cannot be given back now leaves with its window: the write itself is decided already
      if (names.length > 0) await commands.svcGiveBack(names.length, ...names, ...back).catch(() => undefined)
    }
    return { ok: true, counts, giveBack }
  }

  return {
    spend,
    async coolDown(subject, id, refusals, now, until) {
      const begun = await commands.svcCoolDown(
        cooldownKey(subject),
        windowKey(refusals.name, subject),
        now,
        id,
        refusals.window_ms,
        refusals.limit,
        until,
        until - now,
      )
      return begun === 1
    },
  }
}
