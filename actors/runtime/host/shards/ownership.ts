import type { Sql } from '../../../../sql/client.ts'
import { leaveHosts, liveHosts } from '../../../../sql/runtime/hosts.ts'
import { claimShards, releaseShards, renewShards } from '../../../../sql/runtime/shards.ts'
import { hintChannel } from '../../../../src/redis/keys.ts'
import type { HostParts } from '../host_parts.ts'
import { lease, shardCount } from '../../numbers.ts'
import { trim } from '../batch/publish.ts'
import { newShard, type Shard } from './shard.ts'

/** Renews held leases, claims free shards up to a fair share, and marks one surplus shard for release. */
export async function holdShards(host: HostParts, sql: Sql): Promise<void> {
  const live = await liveHosts(sql, host.id, lease.hostLives)
  await renew(host, sql)
  const share = Math.ceil(shardCount / live)
  const held = [...host.shards.values()].filter((shard) => !shard.leaving)
  // one per tick: claims are cheap, but each move drops cached states, which are then loaded again
  if (held.length > share) {
    const leaving = held.at(-1)
    if (leaving) leaving.leaving = true
  } else if (held.length < share) await claim(host, sql, share - held.length)
}

async function renew(host: HostParts, sql: Sql): Promise<void> {
  const held = [...host.shards.values()].map((shard) => ({ shard, id: shard.id, epoch: shard.epoch }))
  if (held.length === 0) return
  const rows = await renewShards(sql, held, lease.lasts)
  for (const { id, epoch } of rows) {
    const sent = held.find((one) => one.id === id)
    // learning the outcome of an unknown commit may have taken a new epoch meanwhile
    if (sent && epoch !== sent.epoch && sent.shard.epoch === sent.epoch) host.lose(sent.shard)
  }
}

async function claim(host: HostParts, sql: Sql, most: number): Promise<void> {
  for (const row of await claimShards(sql, host.id, most, lease.lasts)) {
    host.shards.set(row.id, newShard(row))
    host.counts.shards_claimed++
  }
}

/** Releases shards between batches, and hints it to the other hosts. */
export async function leaveShards(host: HostParts, sql: Sql, leaving: readonly Shard[]): Promise<void> {
  for (const shard of leaving) if (host.shards.get(shard.id) === shard) host.shards.delete(shard.id)
  await releaseShards(sql, leaving)
  await Promise.allSettled([
    ...leaving.map((shard) => trim(host.redis, shard)),
    host.redis.publish(hintChannel, host.id),
  ])
}

/** Removes the host from the live ones and releases all its shards at once. */
export async function leaveAll(host: HostParts, sql: Sql): Promise<void> {
  await leaveHosts(sql, host.id)
  await leaveShards(host, sql, [...host.shards.values()])
}
