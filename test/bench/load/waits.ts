import { setTimeout as pause } from 'node:timers/promises'
import { bodyOf, type Connection, connectTo, type Heard } from './connection.ts'
import { getRequest, toolRequest } from './requests.ts'
import { median, quantile, unexpected } from './round.ts'

export interface Waits {
  readonly port: number
  /** port of a bare server that parks as many; absent: none is compared */
  readonly bare?: number
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
  /** how often one is woken in each round */
  readonly times: number
  /** of /internal/metrics */
  readonly cronSecret: string
}

export interface WaitsResult {
  readonly parked: number
  /** milliseconds from sending the post to the woken one's whole answer */
  readonly one: { readonly p50: number; readonly p99: number }
  /** the same for the whole crowd, the median one and the last: medians of the rounds */
  readonly all: { readonly p50: number; readonly last: number }
  /** milliseconds until the last of as many has the answer of the bare server: the median of the rounds */
  readonly bare?: number
  /** bytes of the process for each parked wait, its connection included */
  readonly memory: { readonly resident: number; readonly heap: number }
}

const perAgent = 4
const holdSeconds = 25
const rounds = 3
/** Waits sent at a time: their arrival is not what is measured. */
const wave = 150

/** Parks a crowd, wakes a lone one again and again while it waits, then wakes the crowd with one post; three times. */
export async function playWaits(waits: Waits): Promise<WaitsResult> {
  const { port, count, keys, crowded, lone, poster } = waits
  const [control, posts, loner] = await Promise.all([connectTo(port), connectTo(port), connectTo(port)])
  const call = async (connection: Connection, tool: string, key: string, args: object) => {
    const heard = await connection.send(toolRequest(port, tool, `Bearer ${key}`, args))
    if (heard.status !== 200) throw unexpected(heard)
    return heard
  }
  const read = async (key: string, thread_id: string) =>
    versionIn(await call(control, 'open_thread', key, { thread_id, limit: 1 }))
  let posted = 0
  // few digits: a number as long as a card's is looked at on another thread first, as few posts are
  const post = (thread_id: string) =>
    call(posts, 'post_reply', poster, { thread_id, body: `Wake up, number ${++posted}.` })
  const wait = (connection: Connection, key: string, thread_id: string, since: string) =>
    call(connection, 'open_thread', key, { thread_id, since, wait: holdSeconds, limit: 1 })
  const parts: Parts = { waits, control, loner, read, post, wait }

  // everybody once without waiting: what is remembered of a key is not what a wait costs
  const everybody = [...keys.slice(0, Math.ceil(count / perAgent)), lone, poster]
  await atOnce(port, 16, everybody, (connection, key) =>
    call(connection, 'open_thread', key, { thread_id: crowded, limit: 1 }),
  )
  const before = await memory(control, waits)
  const one: number[] = []
  const all: Crowd[] = []
  const bare: number[] = []
  let after = before
  for (let round = 0; round < rounds; round++) {
    const crowd = await park(parts)
    if (round === 0) {
      await pause(500)
      after = await memory(control, waits)
    }
    one.push(...(await wakeOne(parts)))
    all.push(await crowd.wake())
    if (waits.bare !== undefined) bare.push(await wakeBare(parts, waits.bare))
  }
  for (const connection of [control, posts, loner]) connection.close()
  one.sort((a, b) => a - b)
  return {
    parked: count,
    one: { p50: quantile(one, 0.5), p99: quantile(one, 0.99) },
    all: { p50: median(all.map(({ p50 }) => p50)), last: median(all.map(({ last }) => last)) },
    ...(bare.length > 0 && { bare: median(bare) }),
    memory: { resident: (after.resident - before.resident) / count, heap: (after.heap - before.heap) / count },
  }
}

/** Takes each of all on one of so many connections. */
async function atOnce<T>(
  port: number,
  connections: number,
  all: readonly T[],
  take: (connection: Connection, one: T) => Promise<unknown>,
): Promise<void> {
  const left = [...all]
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await connectTo(port)
      for (let one = left.pop(); one !== undefined; one = left.pop()) await take(connection, one)
      connection.close()
    }),
  )
}

interface Parts {
  readonly waits: Waits
  readonly control: Connection
  readonly loner: Connection
  /** gives the version to wait with */
  readonly read: (key: string, thread: string) => Promise<string>
  readonly post: (thread: string) => Promise<Heard>
  readonly wait: (connection: Connection, key: string, thread: string, since: string) => Promise<Heard>
}

interface Crowd {
  readonly p50: number
  readonly last: number
}

/** Gives a way to wake them all, when all are parked. */
async function park({ waits, read, post, wait }: Parts): Promise<{ wake(): Promise<Crowd> }> {
  const { port, count, keys, crowded, quiet, poster } = waits
  const since = await read(poster, crowded)
  const crowd: Connection[] = []
  const answered: Promise<number>[] = []
  let early = 0
  let waking = false
  for (let parked = 0; parked < count; parked += wave) {
    const some = await Promise.all(Array.from({ length: Math.min(wave, count - parked) }, () => connectTo(port)))
    for (const connection of some) {
      const key = keys[Math.floor(answered.length / perAgent)] as string
      answered.push(
        wait(connection, key, crowded, since).then(() => {
          if (!waking) early += 1
          return performance.now()
        }),
      )
    }
    crowd.push(...some)
    // an answer to somebody else behind them: they have been taken in
    await read(poster, quiet)
  }
  return {
    async wake() {
      if (early > 0) throw new Error(`${early} of ${count} waits were answered before anything had changed`)
      waking = true
      const sent = performance.now()
      const [woken] = await Promise.all([Promise.all(answered), post(crowded)])
      for (const connection of crowd) connection.close()
      const took = woken.map((at) => at - sent).sort((a, b) => a - b)
      return { p50: quantile(took, 0.5), last: took.at(-1) as number }
    },
  }
}

/** The same crowd at the bare server, which parks the same requests. */
async function wakeBare({ waits: { count, keys, crowded }, wait }: Parts, bare: number): Promise<number> {
  const crowd: Connection[] = []
  const answered: Promise<unknown>[] = []
  while (crowd.length < count) {
    const some = await Promise.all(Array.from({ length: Math.min(wave, count - crowd.length) }, () => connectTo(bare)))
    for (const connection of some) answered.push(wait(connection, keys[0] as string, crowded, '0'))
    crowd.push(...some)
  }
  await pause(500)
  const control = await connectTo(bare)
  const sent = performance.now()
  await Promise.all([Promise.all(answered), control.send(getRequest(bare, '/', {}))])
  const took = performance.now() - sent
  for (const connection of [...crowd, control]) connection.close()
  return took
}

/** Milliseconds from sending the post to having the answer of the only one who waits for it. */
async function wakeOne({ waits, loner, read, post, wait }: Parts): Promise<number[]> {
  const { quiet, lone, times } = waits
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const waiting = wait(loner, lone, quiet, await read(lone, quiet))
    await pause(25)
    const sent = performance.now()
    const [woken] = await Promise.all([waiting.then(() => performance.now()), post(quiet)])
    took.push(woken - sent)
  }
  return took
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
