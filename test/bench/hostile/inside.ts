import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../../../sql/client.ts'
import type { Service } from '../place.ts'
import { databaseTime, postmasterOf } from '../spent.ts'

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

const waitedForCore = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6
