import type { Redis } from 'ioredis'
import { busy } from '../rules/errors.ts'
import type { Pace } from '../rules/units.ts'
import { cooldownKey, warmKey, windowKey } from './keys.ts'

/** One rolling window that a write spends from. */
export interface Spend {
  readonly pace: Pace
  /** owner of the pool: an id, or several joined */
  readonly subject: string
  /** default 1; windows that count characters spend that many */
  readonly cost?: number
  /** For windows that count distinct things, such as the threads of a text: the thing. The same one again is free. */
  readonly member?: string
  /** for a window that survives a wiped Redis (not one of costs): returns earlier spends from PostgreSQL, epoch ms */
  readonly refill?: (since: number) => Promise<readonly number[]>
}

export interface WindowState {
  /** what the window holds now */
  readonly used: number
  /** when its oldest entry expires (epoch ms) */
  readonly resets_at: number
}

export interface Spent {
  readonly ok: true
  /** one per spend, in order */
  readonly counts: readonly WindowState[]
  /** returns the spends at these indices, by default all; a refused or replayed write costs nothing */
  readonly giveBack: (places?: readonly number[]) => Promise<void>
}

export interface Refused {
  readonly ok: false
  /** index of the refusing spend, -1 for a cooldown */
  readonly index: number
  readonly used: number
  /** epoch ms at which the same spend would be allowed */
  readonly free_at: number
}

/** A window to read without spending. */
export interface Watched extends Pick<Spend, 'pace' | 'subject' | 'refill'> {
  readonly counts?: 'costs' | 'members'
}

export interface Windows {
  /** Spends all or nothing in one round trip. `id` names this attempt, so that it can be returned. */
  spend(id: string, spends: readonly Spend[], now: number, cooldownOf?: string): Promise<Spent | Refused>
  /** Reads a window. `counts` says what it counts when not one by one. */
  standing(window: Watched, now: number): Promise<WindowState>
  /** Records a refusal; resolves to true when it starts a cooldown until `until`. */
  coolDown(subject: string, id: string, refusals: Pace, now: number, until: number): Promise<boolean>
  /** end of the running cooldown (epoch ms), undefined without one */
  coolingUntil(subject: string, now: number): Promise<number | undefined>
}

/**
 * A window is a sorted set of entries scored by the service clock; an entry of time t counts until exactly t + window.
 * Every attempt has its own entry, so that returning it leaves the others unchanged. Windows of costs keep their sum in
 * a second key, so that no call adds up a whole day. Windows of distinct members scan their entries, which are few
 * because their limits are small.
 */
const spendScript = `
local now = tonumber(ARGV[1])
local id = ARGV[2]
local cooling = redis.call('GET', KEYS[1])
if cooling and tonumber(cooling) > now then return {-1, 0, tonumber(cooling)} end
local n = (#KEYS - 1) / 2
local used, costs, entries = {}, {}, {}
for i = 1, n do
  local key, warm = KEYS[2 * i], KEYS[2 * i + 1]
  local at = 2 + (i - 1) * 6
  local window, limit, cost = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local member, refills, counts = ARGV[at + 4], ARGV[at + 5] == '1', ARGV[at + 6]
  if refills and redis.call('EXISTS', warm) == 0 then return {-2, i - 1, 0} end
  local edge = now - window
  if counts == 'costs' then
    local lost = 0
    for _, entry in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', edge)) do
      lost = lost + tonumber(string.match(entry, ':(%d+)$'))
    end
    if lost > 0 then redis.call('DECRBY', key .. ':sum', lost) end
  end
  redis.call('ZREMRANGEBYSCORE', key, '-inf', edge)
  local newest, members = {}, {}
  if counts == 'costs' then
    used[i] = tonumber(redis.call('GET', key .. ':sum') or '0')
    entries[i] = id .. ':' .. cost
  elseif counts == 'members' then
    local there = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    for e = 1, #there, 2 do
      local one = string.match(there[e], '^[^|]*|(.*)$')
      if not newest[one] then table.insert(members, one) end
      newest[one] = tonumber(there[e + 1])
    end
    used[i] = #members
    if newest[member] then cost = 0 end
    entries[i] = id .. '|' .. member
  else
    used[i] = redis.call('ZCARD', key)
    entries[i] = id
  end
  costs[i] = cost
  if used[i] + cost > limit and cost > 0 then
    local free = now + window
    if counts == 'costs' then
      local over = used[i] + cost - limit
      for _, entry in ipairs(redis.call('ZRANGE', key, 0, -1)) do
        over = over - tonumber(string.match(entry, ':(%d+)$'))
        if over <= 0 then free = tonumber(redis.call('ZSCORE', key, entry)) + window break end
      end
    elseif counts == 'members' then
      table.sort(members, function(a, b) return newest[a] < newest[b] end)
      local last = members[used[i] - limit + 1]
      if last then free = newest[last] + window end
    else
      local place = redis.call('ZRANGE', key, used[i] - limit, used[i] - limit, 'WITHSCORES')
      if place[2] then free = tonumber(place[2]) + window end
    end
    return {i, used[i], free}
  end
end
local answer = {0}
for i = 1, n do
  local key, warm = KEYS[2 * i], KEYS[2 * i + 1]
  local at = 2 + (i - 1) * 6
  local window, refills, counts = tonumber(ARGV[at + 1]), ARGV[at + 5] == '1', ARGV[at + 6]
  if counts == 'costs' then
    redis.call('INCRBY', key .. ':sum', costs[i])
    redis.call('PEXPIRE', key .. ':sum', window)
  end
  if costs[i] > 0 or counts == 'members' then redis.call('ZADD', key, now, entries[i]) end
  redis.call('PEXPIRE', key, window)
  if refills then redis.call('PEXPIRE', warm, window) end
  local oldest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  table.insert(answer, used[i] + costs[i])
  table.insert(answer, tonumber(oldest[2] or now) + window)
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

/** Of concurrent calls that find a window missing only the first fills it: others would count spends twice. */
const fillScript = `
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('DEL', KEYS[1])
for i = 2, #ARGV do redis.call('ZADD', KEYS[1], ARGV[i], 'before:' .. i .. '|' .. i) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], '1', 'PX', ARGV[1])
return 1
`

const standingScript = `
if ARGV[3] == '1' and redis.call('EXISTS', KEYS[2]) == 0 then return {-2, 0} end
local edge = tonumber(ARGV[1]) - tonumber(ARGV[2])
local oldest = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. edge, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
local used = 0
if ARGV[4] == '' then
  used = redis.call('ZCOUNT', KEYS[1], '(' .. edge, '+inf')
else
  local seen = {}
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. edge, '+inf')) do
    local one = string.match(entry, '^[^|]*|(.*)$')
    if ARGV[4] == 'costs' then
      used = used + tonumber(string.match(entry, ':(%d+)$'))
    elseif not seen[one] then
      seen[one] = true
      used = used + 1
    end
  end
end
return {used, tonumber(oldest[2] or ARGV[1]) + tonumber(ARGV[2])}
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

/** Without the counters a write can be neither allowed nor refused. */
function notCounting(cause: unknown): never {
  const message = 'Writes cannot be counted right now. Nothing was changed; try again in a second.'
  throw busy('database', message, { retry_after_seconds: 1 }, cause)
}

interface WindowCommands {
  svcSpend(keys: number, ...keysAndArgs: (string | number)[]): Promise<number[]>
  svcGiveBack(keys: number, ...keysAndArgs: (string | number)[]): Promise<number>
  svcFill(...keysAndArgs: (string | number)[]): Promise<number>
  svcStanding(...keysAndArgs: (string | number)[]): Promise<[number, number]>
  svcCoolDown(...keysAndArgs: (string | number)[]): Promise<number>
}

/** answer of the script when a window that PostgreSQL can refill is missing */
const windowMissing = -2

const countsOf = ({ cost, member }: Spend): string =>
  cost !== undefined ? 'costs' : member !== undefined ? 'members' : ''

const argsOf = (one: Spend): (string | number)[] => {
  const { pace, cost, member = '', refill } = one
  return [pace.window_ms, pace.limit, cost ?? 1, member, refill ? 1 : 0, countsOf(one)]
}

/** Returns an attempt's member of the sorted set, as the script writes it, and its share of the sum. */
const entryOf = (id: string, { cost, member }: Spend): readonly [string, number | ''] => {
  if (cost !== undefined) return [`${id}:${cost}`, cost]
  return [member === undefined ? id : `${id}|${member}`, '']
}

function commandsOf(redis: Redis): WindowCommands {
  redis.defineCommand('svcSpend', { lua: spendScript })
  redis.defineCommand('svcGiveBack', { lua: giveBackScript })
  redis.defineCommand('svcFill', { lua: fillScript, numberOfKeys: 2 })
  redis.defineCommand('svcStanding', { lua: standingScript, numberOfKeys: 2 })
  redis.defineCommand('svcCoolDown', { lua: coolDownScript, numberOfKeys: 2 })
  return redis as unknown as WindowCommands
}

const keysOf = ({ pace, subject }: Pick<Spend, 'pace' | 'subject'>): [string, string] => [
  windowKey(pace.name, subject),
  warmKey(pace.name, subject),
]

export function openWindows(redis: Redis): Windows {
  const commands = commandsOf(redis)
  return {
    spend: (id, spends, now, cooldownOf) => spend(commands, { id, spends, now, cooldownOf }),
    standing: (of, now) => standing(commands, of, now),
    async coolDown(subject, id, { name, window_ms, limit }, now, until) {
      const keys = [cooldownKey(subject), windowKey(name, subject)]
      return (await commands.svcCoolDown(...keys, now, id, window_ms, limit, until, until - now)) === 1
    },
    async coolingUntil(subject, now) {
      const until = Number(await redis.get(cooldownKey(subject)).catch(notCounting))
      return until > now ? until : undefined
    },
  }
}

interface Spending {
  /** the attempt, by which what it spent can be given back */
  readonly id: string
  readonly spends: readonly Spend[]
  readonly now: number
  readonly cooldownOf?: string | undefined
}

async function spend(commands: WindowCommands, spending: Spending): Promise<Spent | Refused> {
  const { id, spends, now, cooldownOf = '' } = spending
  const keys = [cooldownKey(cooldownOf), ...spends.flatMap(keysOf)]
  const args = [now, id, ...spends.flatMap(argsOf)]
  const answer = await commands.svcSpend(keys.length, ...keys, ...args).catch(notCounting)
  const [outcome = 0, used = 0, free_at = 0] = answer
  if (outcome === windowMissing) {
    await fill(commands, spends[used] as Spend, now).catch(notCounting)
    return spend(commands, spending)
  }
  if (outcome !== 0) return { ok: false, index: outcome === -1 ? -1 : outcome - 1, used, free_at }
  return {
    ok: true,
    counts: spends.map((_, i) => ({ used: answer[1 + 2 * i] ?? 0, resets_at: answer[2 + 2 * i] ?? now })),
    async giveBack(places = spends.map((_, i) => i)) {
      const back = places.map((i) => spends[i] as Spend)
      const names = back.map((one) => keysOf(one)[0])
      const entries = back.flatMap((one) => entryOf(id, one))
      // an entry that cannot be returned now expires with its window; the write itself is already decided
      if (names.length > 0) await commands.svcGiveBack(names.length, ...names, ...entries).catch(() => undefined)
    },
  }
}

async function standing(commands: WindowCommands, of: Watched, now: number): Promise<WindowState> {
  const [used, resets_at] = await commands
    .svcStanding(...keysOf(of), now, of.pace.window_ms, of.refill ? 1 : 0, of.counts ?? '')
    .catch(notCounting)
  if (used !== windowMissing) return { used, resets_at }
  await fill(commands, of, now).catch(notCounting)
  return standing(commands, of, now)
}

/** Refills a missing window from PostgreSQL. */
async function fill(
  commands: WindowCommands,
  missing: Pick<Spend, 'pace' | 'subject' | 'refill'>,
  now: number,
): Promise<void> {
  const { window_ms } = missing.pace
  const times = (await missing.refill?.(now - window_ms)) ?? []
  await commands.svcFill(...keysOf(missing), window_ms, ...times)
}
