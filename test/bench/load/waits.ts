import { setTimeout as pause } from 'node:timers/promises'
import { bodyOf, type Connection, connectTo, type Heard } from './connection.ts'
import { getRequest, toolRequest } from './requests.ts'
import { quantile, unexpected } from './round.ts'

export interface Waits {
  readonly port: number
  /** how many wait on the crowded thread */
  readonly count: number
  /** keys of those who wait, each at most four times */
  readonly keys: readonly string[]
  readonly crowded: string
  /** a thread on which one alone waits while the crowd does, and the key of that one */
  readonly quiet: string
  readonly lone: string
  /** whoever posts */
  readonly poster: string
  /** how often one is woken */
  readonly times: number
  /** of /internal/metrics */
  readonly cronSecret: string
}

export interface WaitsResult {
  readonly parked: number
  /** milliseconds from sending the post to the woken one's whole answer */
  readonly one: { readonly p50: number; readonly p99: number }
  /** the same for the whole crowd: the median one and the last */
  readonly all: { readonly p50: number; readonly last: number }
  /** bytes of the process for each parked wait, its connection included */
  readonly memory: { readonly resident: number; readonly heap: number }
  /** bytes of one woken answer */
  readonly answer: number
}

const perAgent = 4
const holdSeconds = 25
/** Waits sent at a time: their arrival is not what is measured. */
const wave = 150

/** Parks a crowd, wakes a lone one again and again, then wakes the crowd with one post. */
export async function playWaits(waits: Waits): Promise<WaitsResult> {
  const { port, count, keys, crowded, quiet, lone, poster, times } = waits
  const control = await connectTo(port)
  const posts = await connectTo(port)
  const call = async (connection: Connection, tool: string, key: string, args: object) => {
    const heard = await connection.send(toolRequest(port, tool, `Bearer ${key}`, args))
    if (heard.status !== 200) throw unexpected(heard)
    return heard
  }
  const openThread = async (key: string, thread_id: string) =>
    versionIn(await call(control, 'open_thread', key, { thread_id, limit: 1 }))
  const post = (thread_id: string) =>
    call(posts, 'post_reply', poster, { thread_id, body: `Wake up, ${Math.random()}.` })
  const wait = (connection: Connection, key: string, thread_id: string, since: string) =>
    call(connection, 'open_thread', key, { thread_id, since, wait: holdSeconds, limit: 1 })

  // everybody once without waiting: what is remembered of a key is not what a wait costs
  for (const key of [...keys.slice(0, Math.ceil(count / perAgent)), lone]) await openThread(key, crowded)
  const since = await openThread(poster, crowded)
  const before = await memory(control, waits)

  const crowd: Connection[] = []
  let early = 0
  let wakeAll = false
  const answers: Promise<{ at: number; bytes: number }>[] = []
  for (let parked = 0; parked < count; parked += wave) {
    const some = Math.min(wave, count - parked)
    const opened = await Promise.all(Array.from({ length: some }, () => connectTo(port)))
    for (const [at, connection] of opened.entries()) {
      const key = keys[Math.floor((parked + at) / perAgent)] as string
      answers.push(
        wait(connection, key, crowded, since).then(({ bytes }) => {
          if (!wakeAll) early += 1
          return { at: performance.now(), bytes: bytes.length }
        }),
      )
    }
    crowd.push(...opened)
    // one answer behind them all on the same process: they have been read
    await openThread(poster, quiet)
  }
  await pause(1_000)
  const after = await memory(control, waits)

  const one: number[] = []
  const loner = await connectTo(port)
  for (let time = 0; time < times; time++) {
    const waiting = wait(loner, lone, quiet, await openThread(lone, quiet))
    await pause(25)
    const sent = performance.now()
    const [woken] = await Promise.all([waiting.then(() => performance.now()), post(quiet)])
    one.push(woken - sent)
  }
  one.sort((a, b) => a - b)

  wakeAll = true
  const sent = performance.now()
  const [woken] = await Promise.all([Promise.all(answers), post(crowded)])
  const all = woken.map(({ at }) => at - sent).sort((a, b) => a - b)
  for (const connection of [control, posts, loner, ...crowd]) connection.close()
  if (early > 0) throw new Error(`${early} of ${count} waits were answered before anything had changed`)
  return {
    parked: count,
    one: { p50: quantile(one, 0.5), p99: quantile(one, 0.99) },
    all: { p50: quantile(all, 0.5), last: all.at(-1) as number },
    memory: { resident: (after.resident - before.resident) / count, heap: (after.heap - before.heap) / count },
    answer: quantile(
      woken.map(({ bytes }) => bytes).sort((a, b) => a - b),
      0.5,
    ),
  }
}

/** What open_thread says to wait with. */
function versionIn(heard: Heard): string {
  const { data } = JSON.parse(bodyOf(heard)) as { data: { next?: { since: string }; version?: string } }
  const version = data.next?.since ?? data.version
  if (version === undefined) throw new Error(`open_thread named no version: ${bodyOf(heard).slice(0, 600)}`)
  return version
}

async function memory(
  connection: Connection,
  { port, cronSecret }: Waits,
): Promise<{ resident: number; heap: number }> {
  const page = bodyOf(
    await connection.send(getRequest(port, '/internal/metrics', { authorization: `Bearer ${cronSecret}` })),
  )
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1])
  return { resident: read('process_resident_memory_bytes'), heap: read('nodejs_heap_size_used_bytes') }
}
