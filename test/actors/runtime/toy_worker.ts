import { parentPort, workerData } from 'node:worker_threads'
import type { HostWorkerData } from '../../../actors/runtime/host/host_workers.ts'
import { runHost } from '../../../actors/runtime/host/host.ts'
import { serviceClock } from '../../../src/clock.ts'
import { stderrLog } from '../../chaos/log.ts'
import { toys } from '../../chaos/ledger.ts'

/** As actors/host_worker.ts, with the toys. */
const { databaseUrl, redisUrl } = workerData as HostWorkerData
const host = await runHost({ registry: toys, databaseUrl, redisUrl, clock: serviceClock(), log: stderrLog })
const counting = setInterval(() => parentPort?.postMessage({ counts: host.metrics() }), 50)
parentPort?.on('message', () => {
  void host.drain().finally(() => {
    clearInterval(counting)
    parentPort?.close()
  })
})
parentPort?.postMessage({ ready: host.id })
