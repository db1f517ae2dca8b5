import { setTimeout as pause } from 'node:timers/promises'
import { v4 } from 'uuid'
import { openFront } from '../../actors/runtime/front/front.ts'
import { serviceClock } from '../../src/clock.ts'
import { Refusal } from '../../src/rules/errors.ts'
import { connectSql } from '../../sql/connect.ts'
import { isOutage } from '../../sql/outage.ts'
import { ledger } from './ledger.ts'
import { type Heard, ledgerName, ledgers, type News, type Order, type Write } from './load.ts'
import { jumpTo } from './clock.ts'
import { outlivesLostConnections, stderrLog } from './log.ts'
import { settings } from '../support/world.ts'

/** A process that writes as fast as it is answered, holds waits, and says what it heard. */
const [databaseUrl = '', redisUrl = '', name = ''] = process.argv.slice(2)
outlivesLostConnections()
const sql = connectSql(databaseUrl, { max: 4, name: 'svc chaos front' })
const front = await openFront({
  redisUrl,
  sql,
  clock: serviceClock(),
  settings,
  log: stderrLog,
  holdsOthers: () => false,
})
const tell = (news: News): void => void process.send?.(news)

let ending = false
let open = 0
let written = 0
const heard: Heard[] = []
const waits = { woken: 0, quiet: 0, missed: 0 }

/** Answered at last, or refused for good; with a key, what is busy is tried again under the same key. */
async function write({ ledger: id, entry, key, mishap }: Write): Promise<void> {
  open++
  const began = performance.now()
  const base = { ledger: id, entry, ...(key !== undefined && { key }) }
  try {
    for (;;) {
      try {
        const args = { ledger: id, entry, ...(mishap && { mishap }) }
        const { reply, replayed } = await front.ask(
          ledger,
          id,
          'append',
          args,
          key ? { idempotency: { key, hash: entry } } : {},
        )
        heard.push({ ...base, seq: reply.seq, replayed, took: performance.now() - began })
        return
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'busy' && key !== undefined && !ending) {
          await pause(100)
          continue
        }
        heard.push({ ...base, refused: `${error.code}/${error.reason}`, unknown: error.reason === 'database' })
        return
      }
    }
  } finally {
    open--
  }
}

async function keepWriting(worker: number): Promise<void> {
  while (!ending) {
    const n = written++
    const busyBefore = heard.length
    await write({
      ledger: ledgerName(Math.floor(Math.random() * ledgers)),
      entry: `${name}.${worker}.${n}`,
      ...(n % 5 === 0 && { key: v4() }),
      ...(n % 17 === 0 && { mishap: 'refused' as const }),
    })
    const last = heard.at(-1)
    await pause(last?.refused?.startsWith('busy') && heard.length > busyBefore ? 50 : 4)
  }
}

async function keepWaiting(n: number): Promise<void> {
  const id = ledgerName(n % ledgers)
  const seqNow = async (): Promise<number> =>
    (await sql<{ last_seq: number }[]>`select last_seq from ledger where id = ${id}`)[0]?.last_seq ?? 0
  let since: number | undefined
  const wait = async (): Promise<void> => {
    since ??= await seqNow()
    const seen = since
    const news = await front.waits.hold({
      participant: `${name} waiter ${n}`,
      actor: id,
      milliseconds: 12_000,
      isNewer: ({ version }) => version > seen,
      async check() {
        const seq = await seqNow()
        return seq > seen ? seq : undefined
      },
    })
    if (news !== undefined) {
      waits.woken++
      since = news
    } else if (!ending) {
      // a change that was committed long before the wait ended should have ended it
      const [row] = await sql<{ seq: number }[]>`
        select coalesce(max((result -> 'ok' ->> 'seq')::int), 0) as seq from message
        where actor = ${id} and at < clock_timestamp() - interval '8 seconds'`
      if (row && row.seq > seen) waits.missed++
      else waits.quiet++
      since = await seqNow()
    }
  }
  while (!ending)
    try {
      await wait()
    } catch (error) {
      // nothing can be read, so nothing is known either; or Redis failed while waits were given back, which end by themselves
      if (!isOutage(error) && !(error instanceof Refusal && error.reason === 'waits')) throw error
      await pause(50)
    }
}

const reporting = setInterval(() => {
  if (heard.length > 0) tell({ heard: heard.splice(0) })
  tell({ waits })
  if (ending && open === 0) {
    clearInterval(reporting)
    tell({ idle: true })
  }
}, 20)

process.on('message', (order: Order) => {
  if (order.order === 'begin') {
    for (let worker = 0; worker < order.concurrency; worker++) void keepWriting(worker)
    for (let n = 0; n < order.waits; n++) void keepWaiting(n)
  } else if (order.order === 'same') for (const one of order.writes) void write(one)
  else if (order.order === 'one') void write(order.write)
  else if (order.order === 'clock') jumpTo(order.ahead)
  else ending = true
})

// as a deploy would: waits are answered, writes under way too, and nothing new is begun
process.once('SIGTERM', () => void leave())

async function leave(): Promise<void> {
  ending = true
  await front.drain()
  const { waits_level, writes_open_level } = front.metrics()
  // what is answered has yet to reach its caller, and one who was told to come again ends a pause first
  while (open > 0) await pause(10)
  const left = waits_level === 0 && writes_open_level === 0 ? 0 : 3
  process.send?.({ heard: heard.splice(0) } satisfies News, () => process.exit(left))
}
process.once('disconnect', () => process.exit(0))
tell({ ready: name })
