import type { Redis } from 'ioredis'
import { mailboxKey, replyChannel, wakeChannel } from '../../../../src/redis/keys.ts'
import type { Batch } from './choose_batch.ts'
import type { Decided, Reply } from './decide.ts'
import { changedOf, encodeFrames, type Frame } from '../../wire/frames.ts'
import type { Log } from '../../log.ts'
import { arrivedAt, shardOf, streamIdAfter } from '../../wire/mailbox.ts'
import { trimAfter } from '../../numbers.ts'
import type { Send } from '../../wire/send.ts'
import type { Shard } from '../shards/shard.ts'

interface Publishing {
  readonly redis: Redis
  readonly send: Send
  readonly log: Log
  readonly redisNow: () => number
}

/**
 * Publishes what a commit did: wakes first, so that a caller who reads after its reply finds no older version cached,
 * then replies, tells and trimming. Nothing waits for it: losses are found by the commit counters, the sweep and the
 * outbox. Resolves when the replies are out.
 */
export function publishBatch(
  { redis, send, log, redisNow }: Publishing,
  batch: Batch,
  decided: Decided,
): Promise<unknown> {
  const quiet = (error: unknown): void => log.warn({ err: error }, 'a publication was lost')
  const now = redisNow()
  const frames: Frame[] = []
  for (const [shard, offset] of batch.offsets) {
    const lag = Math.max(0, Math.round(now - arrivedAt(offset)))
    frames.push([shard.id, shard.commits, shard.epoch, lag, changedOf(decided.wakes.get(shard))])
  }
  publishFrames(redis, frames).catch(quiet)
  const replied = [...decided.replies].map(([instance, replies]) =>
    redis.publish(replyChannel(instance), replyText(replies)).catch(quiet),
  )
  for (const { target, body } of decided.tells) send(shardOf(target), body).catch(quiet)
  for (const shard of batch.offsets.keys()) if (shard.untrimmed >= trimAfter) trim(redis, shard).catch(quiet)
  return Promise.all(replied)
}

/**
 * Sends one PUBLISH: every instance hears all channels, and takes a message for itself and another parse for each. The
 * channels come in turn with the shards.
 */
export async function publishFrames(redis: Redis, frames: readonly Frame[]): Promise<void> {
  const [first] = frames
  if (first) await redis.publish(wakeChannel(first[0]), encodeFrames(frames))
}

/** Trims committed entries. By id, never by length: unread entries stay. */
export async function trim(redis: Redis, shard: Shard): Promise<void> {
  shard.untrimmed = 0
  await redis.xtrim(mailboxKey(shard.id), 'MINID', streamIdAfter(shard.offset))
}

/** Results are already JSON. */
const replyText = (replies: readonly Reply[]): string =>
  `[${replies.map(([id, result, told]) => `["${id}",${result ?? null},${told}]`).join(',')}]`
