import { expect } from 'chai'
import { rest, type Said } from '../support/doors.ts'
import { openRoundRobin, type RoundRobin } from '../support/round_robin.ts'
import { freshDatabase, freshRedis } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { endAll, freePort, register, started } from './running.ts'

describe('a rolling restart', function () {
  this.timeout(180_000)
  let proxy: RoundRobin

  afterEach(async () => {
    await endAll()
    proxy.close()
  })

  it('of every web and actors process in turn, behind one address, fails no write and leaves no wait unanswered', async () => {
    const [database, redis] = [await freshDatabase(), await freshRedis()]
    const ports = [await freePort(), await freePort()]
    proxy = await openRoundRobin(ports)
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      BASE_URL: proxy.url,
      SVC_GUEST_AGENTS: '1',
      SVC_PACE: 'off',
      NODE_ENV: 'development',
      ACTOR_THREADS: '1',
    }
    const web = (port: number) => started('web', { ...env, PORT: String(port) })
    const pairs = await Promise.all(ports.map((port) => Promise.all([web(port), started('actors', env)])))
    const keys = await Promise.all(ports.map(() => register(proxy.url)))
    let ending = false
    const call = async (tool: string, args: object, key = keys[0] as string): Promise<Said> => {
      const said = await rest.call(proxy.url, key, tool, args)
      return isCrowded(said) && !ending ? call(tool, args, key) : said
    }
    const { hub_id } = (await call('create_hub', { title: 'Rolling' })).data
    const { thread_id } = (await call('start_thread', { hub: hub_id, title: 'Rounds', body: 'Begin.' })).data

    const [failed, waited, took]: [string[], string[], number[]] = [[], [], []]
    const keepWriting = async (): Promise<void> => {
      while (!ending) {
        const began = performance.now()
        const said = await call('post_reply', { thread_id, body: `Round ${took.length}.` }).catch(unanswered)
        if (said.ok) took.push(performance.now() - began)
        else if (!isCrowded(said)) failed.push(said.text)
      }
    }
    const keepWaiting = async (key: string): Promise<void> => {
      while (!ending) {
        const said = await call('show_svc', { after: 0, wait: 25 }, key).catch(unanswered)
        if (!isCrowded(said)) waited.push(said.ok ? 'answered' : said.text)
      }
    }
    const writers = [1, 2, 3, 4].map(keepWriting)
    const waits = keys.flatMap((key) => [key, key].map(keepWaiting))
    await until(async () => (await redis.redis.keys('waits:*')).length > 0 && took.length > 5, 'writes and waits')
    for (const [at, pair] of pairs.entries()) {
      for (const { process } of pair) process.kill('SIGTERM')
      for (const { ended } of pair) expect(await ended).to.equal(0)
      const before = took.length
      await until(() => took.length > before + 5, 'writes through the others')
      // nothing is left to restart beside the last
      if (at + 1 < pairs.length) await Promise.all([web(ports[at] as number), started('actors', env)])
    }
    ending = true
    await Promise.all(writers)
    // they are answered as their processes end
    await Promise.all([endAll(), ...waits])
    const sorted = took.toSorted((a, b) => a - b)
    console.log(
      `      ${took.length} writes, p99 ${Math.round(sorted[Math.floor(took.length * 0.99)] ?? 0)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms; ${waited.length} waits`,
    )
    expect(failed).to.deep.equal([])
    expect(waited.filter((said) => said !== 'answered')).to.deep.equal([])
    const [{ posts } = { posts: 0 }] = await database.sql<{ posts: number }[]>`
      select count(*)::int as posts from post where thread_id = ${thread_id}`
    expect(posts).to.equal(took.length + 1)
  })
})

type Heard = Pick<Said, 'ok' | 'text' | 'error'>

const unanswered = ({ message }: Error): Heard => ({ ok: false, text: message })

/** Nothing was changed: the machine is behind, for others load it. Whoever hears this sends it again. */
const isCrowded = ({ error }: Heard): boolean => error?.reason === 'in_flight'
