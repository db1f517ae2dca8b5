import type { Redis } from 'ioredis'
import type { Clock } from '../../../src/clock.ts'
import type { Writer } from '../../../sql/runtime/writer.ts'
import type { Tracing } from '../../../src/tracing.ts'
import type { Log } from '../log.ts'
import type { Registry } from '../registry.ts'
import type { Send } from '../wire/send.ts'
import type { Shard } from './shards/shard.ts'

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
  /** the connection over which the states of the shards were read, and what changed them committed */
  session: object | undefined
  readonly counts: HostCounts
  readonly redisNow: () => number
  /** drops a shard that another host claimed */
  lose(shard: Shard): void
  /** soon checks which shards are still owned */
  checkOwnership(): void
  closed(): boolean
}

/** Counters since start; a name with `level` is the current level. */
export const noCounts = () => ({
  shards_level: 0,
  queued_level: 0,
  states_level: 0,
  batches: 0,
  batches_failed: 0,
  messages: 0,
  /** expired or duplicate */
  outdated: 0,
  refusals: 0,
  dead_letters: 0,
  tells: 0,
  tells_again: 0,
  commits_unknown: 0,
  shards_claimed: 0,
  shards_lost: 0,
})

export type HostCounts = ReturnType<typeof noCounts>
