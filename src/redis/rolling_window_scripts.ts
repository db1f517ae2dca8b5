export interface WindowCommands {
  svcSpend(keys: number, ...keysAndArgs: (string | number)[]): Promise<number[]>
  svcGiveBack(keys: number, ...keysAndArgs: (string | number)[]): Promise<number>
  svcFill(...keysAndArgs: (string | number)[]): Promise<number>
  svcStanding(...keysAndArgs: (string | number)[]): Promise<[number, number]>
  svcCoolDown(...keysAndArgs: (string | number)[]): Promise<number>
}

/** answer of the script when a window that PostgreSQL can refill is missing */
export const windowMissing = -2

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
      local one = string.match(there[e], '^[^|]*|(.*)$') or there[e]
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
    local one = string.match(entry, '^[^|]*|(.*)$') or entry
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

/**
 * What every client knows from the start. A client that learned them later would not know them in commands that it had
 * gathered for one write before that: such a call fails, and takes the process with it.
 */
export const windowScripts = {
  svcSpend: { lua: spendScript },
  svcGiveBack: { lua: giveBackScript },
  svcFill: { lua: fillScript, numberOfKeys: 2 },
  svcStanding: { lua: standingScript, numberOfKeys: 2 },
  svcCoolDown: { lua: coolDownScript, numberOfKeys: 2 },
}
