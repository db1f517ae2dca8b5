import type { Redis } from 'ioredis'
import { connectSubscriber, ready } from '../../../src/redis/connect.ts'
import type { Sql } from '../../../sql/client.ts'
import { connectSql } from '../../../sql/connect.ts'
import { storedShardCount } from '../../../sql/runtime/shards.ts'
import { openWriter, type Writer } from '../../../sql/runtime/writer.ts'
import type { Log } from '../log.ts'
import { databaseSilent, lease, shardCount } from '../numbers.ts'
import { connectCommands } from '../wire/commands.ts'

export interface HostConnections {
  /** for statements outside batches: ownership of shards, the outbox, the time */
  readonly sql: Sql
  readonly writer: Writer
  readonly redis: Redis
  /** blocks in XREAD, so no other command can use it */
  readonly reading: Redis
  /** receives hints that shards were released */
  readonly hints: Redis
  close(): Promise<void>
}

interface Where {
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly name: string
  readonly log: Log
}

/** Throws when the database has another number of shards than the code. */
export async function connectHost({ databaseUrl, redisUrl, name, log }: Where): Promise<HostConnections> {
  const sql = connectSql(databaseUrl, { max: 2, name, planOnce: true, silentFor: databaseSilent })
  const stored = await storedShardCount(sql)
  if (stored !== shardCount) {
    await sql.end({ timeout: 1 })
    throw new Error(`the database holds ${stored} mailbox shards, this code has ${shardCount}: they must be the same`)
  }
  const onError = (error: Error): void => log.warn({ err: error }, 'Redis connection')
  const redis = connectCommands({ url: redisUrl, name, onError })
  const reading = connectCommands({ url: redisUrl, name: `${name} read`, onError })
  const hints = connectSubscriber({ url: redisUrl, name: `${name} hints`, onError })
  await Promise.all([ready(redis, 10_000), ready(reading, 10_000)])
  const writer = openWriter(databaseUrl, `${name} writer`, { inTransaction: lease.lasts, silentFor: databaseSilent })
  return {
    sql,
    writer,
    redis,
    reading,
    hints,
    async close() {
      for (const one of [redis, reading, hints]) one.disconnect()
      await Promise.allSettled([writer.close(), sql.end({ timeout: 2 })])
    },
  }
}
