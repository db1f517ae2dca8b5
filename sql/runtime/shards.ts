import type { Sql } from '../client.ts'

/** Leases use the database's clock, the one clock that all hosts share: it decides who works, never what. */

export interface Claimed {
  readonly id: number
  readonly epoch: number
  readonly offs: string
  readonly commits: number
  /** the previous owner released it */
  readonly clean: boolean
  readonly probe: string | null
  readonly probe_n: number
}

interface Progress {
  readonly id: number
  readonly epoch: number
  readonly offs: string
  readonly commits: number
}

export async function storedShardCount(sql: Sql): Promise<number> {
  const [row] = await sql<{ shards: number }[]>`select count(*)::int as shards from shard`
  return row?.shards ?? 0
}

/** Claims up to `most` free shards; the new epoch fences the previous owner. */
export const claimShards = (sql: Sql, host: string, most: number, leaseMs: number): Promise<Claimed[]> => sql<
  Claimed[]
>`
  with free as (
    select id, clean from shard
    where owner is null or lease_until < clock_timestamp()
    order by id limit ${most}
    for update skip locked
  )
  update shard as s
  set owner = ${host}, epoch = s.epoch + 1, clean = false,
    lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
  from free where s.id = free.id
  returning s.id, s.epoch, s.offs, s.commits, free.clean, s.probe, s.probe_n`

/**
 * Renews the leases of idle shards; a locked one is being renewed by its own commit. Returns the current epoch of each:
 * another than the one held means that the shard is lost.
 */
export const renewShards = (
  sql: Sql,
  held: readonly { id: number; epoch: number }[],
  leaseMs: number,
): Promise<{ id: number; epoch: number }[]> => sql<{ id: number; epoch: number }[]>`
  with mine as (
    select s.id
    from unnest(${held.map((s) => s.id)}::int[], ${held.map((s) => s.epoch)}::int[]) as m (id, epoch)
    join shard s on s.id = m.id and s.epoch = m.epoch
    for update of s skip locked
  ), renewed as (
    update shard set lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from mine where shard.id = mine.id
  )
  select id, epoch from shard where id = any (${held.map((s) => s.id)}::int[])`

/**
 * Takes a new epoch on held shards and returns their progress. The row lock waits for this host's own commit whose
 * answer was lost, and the epoch refuses that commit if it has not begun: afterwards its outcome is known.
 */
export const refence = (
  sql: Sql,
  held: readonly { id: number; epoch: number }[],
  leaseMs: number,
): Promise<Progress[]> => sql<Progress[]>`
  with mine as (
    select s.id
    from unnest(${held.map((s) => s.id)}::int[], ${held.map((s) => s.epoch)}::int[]) as m (id, epoch)
    join shard s on s.id = m.id and s.epoch = m.epoch
    order by s.id
    for update of s
  )
  update shard as s
  set epoch = s.epoch + 1, lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
  from mine where s.id = mine.id
  returning s.id, s.epoch, s.offs, s.commits`

/** Releases shards as clean: the next owner need neither wait for the lease nor try messages one by one. */
export const releaseShards = async (sql: Sql, held: readonly { id: number; epoch: number }[]): Promise<void> => {
  await sql`
    update shard as s set owner = null, clean = true, lease_until = '-infinity'
    from unnest(${held.map((s) => s.id)}::int[], ${held.map((s) => s.epoch)}::int[]) as m (id, epoch)
    where s.id = m.id and s.epoch = m.epoch`
}

/** Marks entries that are tried alone next, so that crashes are counted. Returns how many marks were written. */
export async function markProbes(
  sql: Sql,
  probes: readonly { id: number; epoch: number; probe: string; count: number }[],
): Promise<number> {
  const marked = await sql`
    update shard as s set probe = m.probe, probe_n = m.n
    from unnest(
      ${probes.map((p) => p.id)}::int[], ${probes.map((p) => p.epoch)}::int[],
      ${probes.map((p) => p.probe)}::text[], ${probes.map((p) => p.count)}::int[]
    ) as m (id, epoch, probe, n)
    where s.id = m.id and s.epoch = m.epoch`
  return marked.count
}
