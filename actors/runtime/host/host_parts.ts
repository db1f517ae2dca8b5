import type { Redis } from 'ioredis'
import type { Clock } from '../../../src/clock.ts'
import type { Writer } from '../../../sql/runtime/writer.ts'
import type { Tracing } from '../../../src/tracing.ts'
import type { Log } from '../log.ts'
import type { Registry } from '../registry.ts'
import type { Send } from '../wire/send.ts'
import type { Shard } from './shard.ts'

/** The state and services that the steps of a host share. */
export interface HostParts {
  readonly id: string
  readonly registry: Registry
  readonly clock: Clock
  readonly log: Log
  readonly tracing: Tracing | undefined
  readonly writer: Writer
  readonly redis: Redis
  readonly send: Send
  /** owned shards by id */
  readonly shards: Map<number, Shard>
  readonly counts: HostCounts
  readonly redisNow: () => number
  /** drops a shard that another host claimed */
  lose(shard: Shard): void
  /** soon checks which shards are still owned */
  checkOwnership(): void
  closed(): boolean
}

/** Counters since start; a name with `level` is the current level. */
export interface HostCounts {
  shards_level: number
  queued_level: number
  states_level: number
  batches: number
  batches_failed: number
  messages: number
  /** expired or duplicate */
  outdated: number
  refusals: number
  dead_letters: number
  tells: number
  tells_again: number
  commits_unknown: number
  shards_claimed: number
  shards_lost: number
}

export const noCounts = (): HostCounts => ({
  shards_level: 0,
  queued_level: 0,
  states_level: 0,
  batches: 0,
  batches_failed: 0,
  messages: 0,
  outdated: 0,
  refusals: 0,
  dead_letters: 0,
  tells: 0,
  tells_again: 0,
  commits_unknown: 0,
  shards_claimed: 0,
  shards_lost: 0,
})
