import { Worker } from 'node:worker_threads'
import { type HostCounts, noCounts } from './host_parts.ts'
import type { Log } from '../log.ts'

export interface HostWorkerData {
  readonly databaseUrl: string
  readonly redisUrl: string
  /** endpoint of the trace collector */
  readonly tracesTo?: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

export type HostWorkerOrder = 'drain'
export type HostWorkerNews = { readonly ready: string } | { readonly counts: Readonly<HostCounts> }

interface HostWorkersOptions extends HostWorkerData {
  /** dist/actors/host_worker.js, which holds the registry too */
  readonly entry: URL
  readonly threads: number
  readonly log: Log
}

export interface HostWorkers {
  /** sums over the running threads, at most a second old; counters of a dead thread are kept */
  metrics(): Readonly<Record<keyof HostCounts, number>>
  /** Lets every thread finish its batch and release its shards. */
  drain(): Promise<void>
}

/** delay before a dead thread is replaced, doubled when it dies again at once */
const restart = { first: 100, longest: 5_000 } as const

/** Starts host threads and replaces those that die. Resolves when all have started; rejects if a first start fails. */
export async function startHostWorkers(options: HostWorkersOptions): Promise<HostWorkers> {
  const slots = Array.from({ length: options.threads }, () => openSlot(options))
  await Promise.all(slots.map((slot) => slot.ready))
  return {
    metrics() {
      const sums: Record<string, number> = { ...noCounts() }
      for (const slot of slots)
        for (const counts of slot.counts())
          for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
      return sums as Record<keyof HostCounts, number>
    },
    async drain() {
      await Promise.all(slots.map((slot) => slot.drain()))
    },
  }
}

interface Slot {
  readonly ready: Promise<void>
  counts(): Readonly<HostCounts>[]
  drain(): Promise<void>
}

/** One thread, and its successors. */
function openSlot({ entry, log, databaseUrl, redisUrl, tracesTo, logLevel }: HostWorkersOptions): Slot {
  const data: HostWorkerData = { databaseUrl, redisUrl, tracesTo, logLevel }
  let worker: Worker | undefined
  let now: Readonly<HostCounts> | undefined
  const before: Readonly<HostCounts>[] = []
  let draining = false
  let restarting: NodeJS.Timeout | undefined
  let wait: number = restart.first
  let ended: (() => void) | undefined

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const startedAt = performance.now()
      worker = new Worker(entry, { workerData: data })
      worker.on('message', (news: HostWorkerNews) => {
        if ('ready' in news) resolve()
        else now = news.counts
      })
      worker.on('error', (error) => {
        log.error({ err: error }, 'a host thread died')
        reject(error)
      })
      worker.on('exit', (code) => {
        worker = undefined
        // the levels of a dead thread no longer count
        if (now) before.push({ ...now, shards_level: 0, queued_level: 0, states_level: 0 })
        now = undefined
        ended?.()
        if (draining) return
        log.warn({ code }, 'a host thread ended')
        reject(new Error(`a host thread ended with code ${code}`))
        wait = performance.now() - startedAt > restart.longest ? restart.first : Math.min(restart.longest, wait * 2)
        // a failed first start rejects `ready`; later starts are retried for ever
        if (started) restarting = setTimeout(() => void start().catch(() => undefined), wait)
      })
    })
  }

  let started = false
  const ready = start().then(() => {
    started = true
  })
  return {
    ready,
    counts: () => (now ? [...before, now] : before),
    async drain() {
      draining = true
      clearTimeout(restarting)
      const running = worker
      if (!running) return
      const gone = new Promise<void>((resolve) => (ended = resolve))
      running.postMessage('drain' satisfies HostWorkerOrder)
      await gone
    },
  }
}
