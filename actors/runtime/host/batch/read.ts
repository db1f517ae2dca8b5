import type { Redis } from 'ioredis'
import { mailboxKey } from '../../../../src/redis/keys.ts'
import { openEnvelope } from '../../wire/envelope.ts'
import type { Log } from '../../log.ts'
import { batchSize, readAhead } from '../../numbers.ts'
import type { Entry, Shard } from '../shards/shard.ts'

type Streams = [key: string, entries: [id: string, fields: string[]][]][]

/** Reads new entries of every shard whose queue is empty. `blockMs` waits for the first entry; 0 does not wait. */
type Read = (shards: readonly Shard[], blockMs: number) => Promise<void>

export function mailboxReader(redis: Redis, log: Log): Read {
  let busyStreams = 1
  return async (shards, blockMs) => {
    const asked = shards.filter((shard) => shard.queue.length === 0)
    if (asked.length === 0) return
    const keys = asked.map((shard) => mailboxKey(shard.id))
    const after = asked.map((shard) => shard.readTo)
    // COUNT is per stream, and all entries are then in memory
    const count = Math.min(batchSize.messages, Math.max(4, Math.floor(readAhead / busyStreams)))
    const streams = (await (blockMs > 0
      ? redis.xread('COUNT', count, 'BLOCK', blockMs, 'STREAMS', ...keys, ...after)
      : redis.xread('COUNT', count, 'STREAMS', ...keys, ...after))) as Streams | null
    busyStreams = Math.max(1, streams?.length ?? 1)
    for (const [key, entries] of streams ?? []) {
      const place = keys.indexOf(key)
      const shard = asked[place]
      // the shard was rewound during the read
      if (!shard || shard.readTo !== after[place]) continue
      for (const [streamId, fields] of entries) shard.queue.push(readEntry(streamId, fields[1] ?? '', log))
      shard.readTo = entries.at(-1)?.[0] ?? shard.readTo
    }
  }
}

function readEntry(streamId: string, body: string, log: Log): Entry {
  try {
    return { streamId, body, envelope: openEnvelope(body) }
  } catch (error) {
    log.error({ err: error, streamId }, 'an entry of a mailbox cannot be read')
    return { streamId, body }
  }
}
