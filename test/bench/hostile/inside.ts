import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../../../sql/client.ts'
import type { Service } from '../place.ts'

/** What the service and its database did meanwhile, told by themselves. */
export interface Inside {
  /** milliseconds of processor time, all threads together */
  readonly service: number
  readonly database: number
  /** milliseconds by which turns of the process that serves came late, p99 */
  readonly late: number
  /** milliseconds for which its main thread could have run and had no core: others' doing on a machine that is shared */
  readonly crowded: number
  /** the longest queues that were seen */
  readonly rendering: number
  readonly searching: number
}

/** Looks before, again and again meanwhile, and after. */
export async function insideOf(
  { port, pid, cronSecret }: Service,
  sql: Sql,
  { milliseconds }: { readonly milliseconds: number },
): Promise<Inside> {
  const postmaster = await postmasterOf(sql)
  const page = async (): Promise<string> =>
    (
      await fetch(`http://localhost:${port}/internal/metrics`, { headers: { Authorization: `Bearer ${cronSecret}` } })
    ).text()
  const before = await page()
  const [database, crowded] = [databaseTime(postmaster), waitedForCore(pid)]
  const most = { late: 0, rendering: 0, searching: 0 }
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    await pause(Math.min(500, Math.max(0, end - performance.now())))
    const now = await page()
    most.rendering = Math.max(most.rendering, numberIn(now, 'svc_render_queued_level'))
    most.searching = Math.max(most.searching, numberIn(now, 'svc_searches_waiting_level'))
    most.late = Math.max(most.late, numberIn(now, 'nodejs_eventloop_lag_p99_seconds') * 1_000)
  }
  const after = await page()
  const cpu = 'process_cpu_seconds_total'
  return {
    service: (numberIn(after, cpu) - numberIn(before, cpu)) * 1_000,
    database: databaseTime(postmaster) - database,
    crowded: waitedForCore(pid) - crowded,
    ...most,
  }
}

const numberIn = (page: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1] ?? Number.NaN)

async function postmasterOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return Number(statOf(row?.pid ?? 0)?.[1])
}

/** Milliseconds of the server's processes, those that ended included. */
function databaseTime(postmaster: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [pid, statOf(Number(pid))] as const)
    .reduce((sum, [pid, stat]) => {
      if (stat === undefined) return sum
      const [own, waited] = [Number(stat[11]) + Number(stat[12]), Number(stat[13]) + Number(stat[14])]
      if (Number(pid) === postmaster) return sum + own + waited
      return Number(stat[1]) === postmaster ? sum + own : sum
    }, 0)
  return ticks * 10
}

const waitedForCore = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6

/** What stands behind the name in /proc/<pid>/stat: state, parent, … */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}
