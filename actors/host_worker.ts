import { parentPort, workerData } from 'node:worker_threads'
import { serviceClock } from '../src/clock.ts'
import { openLog } from '../src/log.ts'
import { openTracing } from '../src/tracing.ts'
import { isLostAsItOpened } from '../sql/outage.ts'
import { registry } from './index.ts'
import type { HostWorkerData, HostWorkerNews, HostWorkerOrder } from './runtime/host/host_workers.ts'
import { runHost } from './runtime/host/host.ts'

/** A worker thread that owns shards: reports its counters every second, and ends when told to drain. */
const { databaseUrl, redisUrl, tracesTo, logLevel } = workerData as HostWorkerData
const log = openLog(logLevel)
process.on('unhandledRejection', (error) => {
  if (!isLostAsItOpened(error)) throw error
  log.warn({ err: error }, 'a connection to PostgreSQL ended as it opened')
})
// a clock of its own: messages carry how far the test clock was moved
const tracing = await openTracing({ endpoint: tracesTo, service: 'svc actors' })
const host = await runHost({ registry, databaseUrl, redisUrl, clock: serviceClock(), log, tracing })

const tell = (news: HostWorkerNews): void => parentPort?.postMessage(news)
const counting = setInterval(() => tell({ counts: host.metrics() }), 1_000)
parentPort?.on('message', (order: HostWorkerOrder) => {
  if (order === 'drain')
    void host.drain().finally(() => {
      clearInterval(counting)
      // ends this thread alone, and does not wait for what is still told to a collector that is away
      void (tracing?.close() ?? Promise.resolve()).finally(() => process.exit())
    })
})
tell({ ready: host.id })
