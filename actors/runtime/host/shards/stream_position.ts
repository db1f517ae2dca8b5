import type { Redis } from 'ioredis'
import { mailboxKey } from '../../../../src/redis/keys.ts'
import type { Shard } from './shard.ts'

/** Moves the stream's last id up to the offset: after a wipe or a failover lower ids would never be read. */
const forward = `
local function before(a, b)
  local a1, a2 = string.match(a, '(%d+)-(%d+)')
  local b1, b2 = string.match(b, '(%d+)-(%d+)')
  a1, a2, b1, b2 = tonumber(a1), tonumber(a2), tonumber(b1), tonumber(b2)
  return a1 < b1 or (a1 == b1 and a2 < b2)
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  if ARGV[1] ~= '0-0' then
    redis.call('XADD', KEYS[1], ARGV[1], 'm', '')
    redis.call('XTRIM', KEYS[1], 'MAXLEN', 0)
  end
  return ARGV[1]
end
local info = redis.call('XINFO', 'STREAM', KEYS[1])
for i = 1, #info, 2 do
  if info[i] == 'last-generated-id' then
    if before(info[i + 1], ARGV[1]) then
      redis.call('XSETID', KEYS[1], ARGV[1])
      return ARGV[1]
    end
    return info[i + 1]
  end
end
return ARGV[1]`

/** Ensures that new stream entries sort after the shard's offset; notes how far an unclean owner may have read. */
export async function forwardStream(redis: Redis, shard: Shard): Promise<void> {
  const last = (await redis.eval(forward, 1, mailboxKey(shard.id), shard.offset)) as string
  if (shard.unclean) shard.tryAloneTo = last
  shard.unclean = false
  shard.forwarded = true
}
