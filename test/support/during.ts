import type { Sql } from '../../sql/client.ts'
import { until } from './until.ts'

/** Runs `does` while another transaction has changed rows, and ends that once somebody waits for that very one. */
export async function during<Done>(
  sql: Sql,
  change: (held: Sql) => Promise<unknown>,
  does: () => Promise<Done>,
): Promise<Done> {
  let release = (): void => undefined
  const released = new Promise<void>((go) => (release = go))
  let holding: Promise<unknown> = Promise.resolve()
  const holder = await new Promise<number>((changed, failed) => {
    holding = sql.begin(async (held) => {
      const [own] = await held<[{ pid: number }]>`select pg_backend_pid() as pid`
      await change(held as unknown as Sql)
      changed(own.pid)
      await released
    })
    holding.catch(failed)
  })
  const doing = does()
  await until(async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and ${holder} = any(pg_blocking_pids(pid))`
    return waiting.length > 0
  }, 'somebody waits').finally(release)
  await holding
  return doing
}
