import { type HostWorkers, startHostWorkers } from '../../actors/runtime/host/host_workers.ts'
import { pendingMigrations } from '../../sql/migrate.ts'
import { connectSql } from '../../sql/connect.ts'
import { answersForWrites } from '../../sql/runtime/ping.ts'
import { metricsApp } from '../http/metrics_port.ts'
import { openMetrics } from '../metrics.ts'
import { seconds } from '../rules/units.ts'
import type { Addresses } from './addresses.ts'
import { listen } from './listening.ts'
import { watchAll } from './open.ts'
import type { RoleParts } from './role.ts'

const entry = new URL('../../actors/host_worker.js', import.meta.url)

/** Runs actors for a share of the mailboxes, in worker threads of this process. */
export async function hostActors(
  { config, log, closing }: Pick<RoleParts, 'config' | 'log' | 'closing'>,
  addresses: Addresses,
): Promise<HostWorkers> {
  const hosts = await startHostWorkers({
    ...addresses,
    logLevel: config.logLevel,
    tracesTo: config.tracesTo,
    entry,
    threads: config.actorThreads,
    log,
  })
  closing.add('host threads', () => hosts.drain())
  return hosts
}

/** Serves health and metrics of a process that runs only actors; does nothing without a METRICS_PORT. */
export async function serveMetrics(
  { config, log, closing }: Pick<RoleParts, 'config' | 'log' | 'closing'>,
  { databaseUrl }: Addresses,
  hosts: HostWorkers,
): Promise<void> {
  const { metricsPort } = config
  if (metricsPort === undefined) return
  const listening = await listen({ port: metricsPort, trustProxy: 0 }, 'METRICS_PORT')
  closing.add('metrics port', () => listening.close(seconds(1)))
  const sql = connectSql(databaseUrl, { max: 1, name: 'svc numbers', idleTimeout: 60 })
  closing.add('sql of the metrics', () => sql.end({ timeout: 1 }))
  const metrics = openMetrics({ ofProcess: true })
  watchAll(metrics, 'hosts', () => ({ ...hosts.metrics() }))
  const health = {
    database: () => answersForWrites(sql),
    pendingMigrations: () => pendingMigrations(sql),
    // this process accepts no writes: the front-end that accepted a stalled one, or can accept none, reports it
    mailboxes: async () => {},
    stalled: () => undefined,
  }
  const numbers = metricsApp({ config, log, health, metrics: () => metrics.page() }).callback()
  listening.serve((request, response) => void numbers(request, response))
  log.info({ port: listening.port }, 'numbers at /internal/metrics')
}
