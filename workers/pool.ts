import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import { type Body, cacheKey, type Fragment, plainBody, renderBody } from '../src/render/body.ts'
import { busy } from '../src/rules/errors.ts'
import { minutes, seconds } from '../src/rules/units.ts'
import type { Field, Finding } from '../src/text/unwanted/secrets.ts'
import { words } from '../src/text/untrusted.ts'
import { NotBegun, type RunTask, timedTasks } from './timed_task.ts'

/** CPU work off the main loop. A task is a whole document, because the hop to a thread costs more than a short text. */
export interface RenderPool {
  /**
   * Renders a document. `document` receives a function that gives the rendered form of a body. It may be called twice:
   * uncached bodies go to a render thread in between, in one task. Throws `busy` when too many documents wait,
   * or one waits too long.
   */
  readonly print: <Document>(document: (fragment: Fragment) => Document) => Promise<Document>
  /** Finds what looks like a secret in these texts. */
  readonly scanSecrets: (fields: readonly Field[]) => Promise<Finding[]>
  readonly metrics: () => Record<'queued_level' | 'threads_level', number>
  readonly close: () => Promise<void>
}

interface PoolOptions {
  readonly threads: number
  /** milliseconds on its thread after which a text is shown unrendered */
  readonly taskTimeout?: number
  /** milliseconds after which a task that no thread has begun is given up */
  readonly waitTimeout?: number
  /** queue length per thread */
  readonly queuePerThread?: number
  /** called with what a thread fails in beside its tasks, or answers to a task that was given up */
  readonly onError?: (error: Error) => void
}

/**
 * Microseconds per character, measured on Node 20: fencing 3 per kilobyte, labelling links 20, HTML 120. A hop to a
 * thread costs 50, plus 7 per kilobyte, so plain Markdown is fenced on the main loop.
 */
const costs = { fenced: 0.003, labelled: 0.02, html: 0.12, compared: 0.4 }
const hopWorthwhile = 400
const cachedCharacters = 64_000_000

export function renderPool({
  threads,
  taskTimeout = seconds(2),
  waitTimeout = seconds(10),
  queuePerThread = 64,
  onError = () => undefined,
}: PoolOptions): RenderPool {
  const most = Math.max(1, threads)
  const maxQueue = most * queuePerThread
  const pool = new Piscina({
    filename: new URL('./render_worker.cjs', import.meta.url).href,
    minThreads: 1,
    maxThreads: most,
    idleTimeout: seconds(60),
    maxQueue,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  // unheard, it would end the process
  pool.on('error', onError)
  const run = timedTasks(pool, { waiting: waitTimeout, running: taskTimeout })
  const isFull = () => pool.queueSize >= maxQueue
  const cache = new LRUCache<string, string>({
    maxSize: cachedCharacters,
    sizeCalculation: (text) => text.length + 200,
  })

  return {
    async print(document) {
      const missing = new Map<string, Body>()
      const had = document((body) => {
        const key = cacheKey(body)
        const text = cache.get(key)
        if (text === undefined) missing.set(key, body)
        return text ?? ''
      })
      if (missing.size === 0) return had
      const keys = [...missing.keys()]
      const { texts, ttl } = await rendered([...missing.values()], { run, isFull })
      const fresh = new Map(texts.map((text, at) => [keys[at]!, text]))
      for (const [key, text] of fresh) cache.set(key, text, ttl === undefined ? {} : { ttl })
      return document((body) => fresh.get(cacheKey(body)) ?? cache.get(cacheKey(body)) ?? renderBody(body))
    },
    async scanSecrets(fields) {
      try {
        return await run('scanSecrets', fields)
      } catch (error) {
        throw tooManyDocuments(error)
      }
    },
    metrics: () => ({ queued_level: pool.queueSize, threads_level: pool.threads.length }),
    close: () => pool.destroy(),
  }
}

interface Rendering {
  readonly run: RunTask
  readonly isFull: () => boolean
}

async function rendered(
  bodies: readonly Body[],
  { run, isFull }: Rendering,
): Promise<{ texts: readonly string[]; ttl?: number }> {
  if (!isWorthAHop(bodies)) return { texts: bodies.map(renderBody) }
  if (isFull()) throw tooManyDocuments()
  try {
    return { texts: await run('render', bodies) }
  } catch (error) {
    if (error instanceof NotBegun) throw tooManyDocuments(error)
    // It took too long or crashed its thread. Cached for a minute, or each reader would crash another thread.
    return { texts: bodies.map(plainBody), ttl: minutes(1) }
  }
}

function isWorthAHop(bodies: readonly Body[]): boolean {
  let cost = 0
  for (const { text, was, as, labels } of bodies) {
    if (was !== undefined) cost += words(was).length * costs.compared
    cost += words(text).length * (as === 'html' ? costs.html : labels ? costs.labelled : costs.fenced)
  }
  return cost > hopWorthwhile
}

const tooManyDocuments = (cause?: unknown) =>
  busy(
    'database',
    'Too much is being prepared at once. Nothing was changed; try again in a second.',
    { retry_after_seconds: 1 },
    cause,
  )
