import { readdirSync, readFileSync } from 'node:fs'
import type { Redis } from 'ioredis'
import type { Sql } from '../../sql/client.ts'

/** Processor time in milliseconds, as the kernel counts it in steps of ten. */
export function processTime(pid: number): number {
  const stat = statOf(pid)
  return stat === undefined ? 0 : ownTicks(stat) * 10
}

/** Milliseconds of the server's processes, those that ended included. */
export function databaseTime(postmaster: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [pid, statOf(Number(pid))] as const)
    .reduce((sum, [pid, stat]) => {
      if (stat === undefined) return sum
      if (Number(pid) === postmaster) return sum + ownTicks(stat) + Number(stat[13]) + Number(stat[14])
      return Number(stat[1]) === postmaster ? sum + ownTicks(stat) : sum
    }, 0)
  return ticks * 10
}

export async function postmasterOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return Number(statOf(row?.pid ?? 0)?.[1])
}

/** What the two stores did since another look at the same counters. */
export interface StoresSpent {
  /** milliseconds of processor time */
  readonly database: number
  readonly redis: number
  readonly commits: number
  /** bytes that PostgreSQL wrote ahead, and that Redis read and wrote */
  readonly wal: number
  readonly traffic: number
}

export async function storesSpent(sql: Sql, redis: Redis): Promise<StoresSpent> {
  const [row] = await sql<{ wal: string; commits: string }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as wal, sum(xact_commit)::text as commits
    from pg_stat_database`
  const info = await redis.info()
  const told = (name: string): number => Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1])
  return {
    database: databaseTime(await postmasterOf(sql)),
    redis: (told('used_cpu_user') + told('used_cpu_sys')) * 1_000,
    commits: Number(row?.commits),
    wal: Number(row?.wal),
    traffic: told('total_net_input_bytes') + told('total_net_output_bytes'),
  }
}

const ownTicks = (stat: readonly string[]): number => Number(stat[11]) + Number(stat[12])

/** What stands behind the name in /proc/<pid>/stat: state, parent, … */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}
