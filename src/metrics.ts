import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this process, as Prometheus text at /internal/metrics. Labels come from closed lists, not callers. */
export interface Metrics {
  /** seconds of a tool call */
  readonly calls: Histogram<'tool' | 'door' | 'outcome'>
  /** registers a gauge that is read at each scrape */
  watch(name: string, help: string, read: () => number): void
  /** number of rows by table */
  watchRows(read: () => Promise<readonly { readonly name: string; readonly rows: number }[]>): void
  /** Prometheus text */
  page(): Promise<string>
}

/** `ofProcess` adds memory, event loop and garbage collection; once per process, since tests open many instances. */
export function openMetrics({ ofProcess = false } = {}): Metrics {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  return {
    calls: new Histogram({
      name: 'svc_call_seconds',
      help: 'Tool calls, from the door to the answer.',
      labelNames: ['tool', 'door', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
      registers: [registry],
    }),
    watch(name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
      void gauge
    },
    watchRows(read) {
      const gauge: Gauge<'table'> = new Gauge({
        name: 'svc_rows',
        help: 'Rows of a table, as PostgreSQL estimates them.',
        labelNames: ['table'],
        registers: [registry],
        async collect() {
          // a failing database must not hide the other metrics
          for (const { name, rows } of await read().catch(() => [])) this.set({ table: name }, rows)
        },
      })
      void gauge
    },
    page: () => registry.metrics(),
  }
}
