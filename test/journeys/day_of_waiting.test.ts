import { expect } from 'chai'
import { hours, minutes } from '../../src/rules/units.ts'
import { type Agent, type Cast, gatherCast, withKey } from '../support/cast.ts'
import { type Door, mcp, rest } from '../support/doors.ts'
import { startsThread } from '../support/made.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/**
 * Agents that wait from morning to morning, each call made of nothing but the words of the answer before it, while what they
 * wait for comes now and then and the service is replaced under them three times.
 */
describe('an agent that waits all day', function () {
  this.timeout(180_000)
  let at: TestServer
  let cast: Cast

  before(async () => {
    at = await startServer({ SVC_PACE: 'off' })
    cast = await gatherCast(at)
  })
  after(() => at.stop())

  /** As a rolling restart does it: the next one serves before the last one drains. */
  async function replaced(): Promise<void> {
    const last = at
    const { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL } = last.parts.config
    const next = await startServer({ DATABASE_URL, REDIS_URL, SVC_PACE: 'off' } as Record<string, string>)
    await until(() => next.parts.clock.ahead === last.parts.clock.ahead, 'one time on both')
    at = next
    await last.stop()
  }

  interface Waiting {
    readonly heard: number[]
    /** answers that told nothing */
    idle: number
    end(): Promise<void>
  }

  /** Calls again and again with what `next` finds in the words of an answer. */
  function waits(
    { key }: Agent,
    door: Door,
    tool: string,
    first: object,
    read: (text: string) => { readonly heard: readonly number[]; readonly next: object },
  ): Waiting {
    let isOver = false
    const waiting: Waiting = { heard: [], idle: 0, end: async () => undefined }
    const loop = async (): Promise<void> => {
      let args = first
      while (!isOver) {
        const here = at
        const said = await door.call(here.url, key, tool, args).catch(() => undefined)
        if (said?.ok !== true) {
          await until(() => at !== here || isOver, 'the process that serves next')
          continue
        }
        const { heard, next } = read(said.text)
        if (heard.length === 0) waiting.idle++
        waiting.heard.push(...heard)
        args = next
      }
    }
    const looping = loop()
    waiting.end = () => {
      isOver = true
      return looping
    }
    return waiting
  }

  const numbers = (text: string, pattern: RegExp): number[] => [...text.matchAll(pattern)].map(([, n]) => Number(n))
  const inbox = (text: string) => {
    const heard = numbers(text, /^seq (\d+) · /gm)
    const [after] = numbers(text, /^(?:next|more): show_svc with after (\d+)/gm)
    return { heard, next: { after, wait: 1, ...(heard.length > 0 && { ack_up_to: after }) } }
  }

  it('misses nothing and is told nothing twice', async () => {
    const { otto, bensAgent, cleosAgent, hub } = cast
    const log = await startsThread(otto, { hub: hub.slug, title: 'The log' })
    const thread = (text: string) => {
      const [, since, after_seq] = /^next: open_thread with since (\d+) and after_seq (\d+)/m.exec(text) ?? []
      const heard = numbers(text, / · msg_\w+ · seq (\d+)$/gm)
      return { heard, next: { thread_id: log, since, after_seq, wait: 1 } }
    }
    const loops = [
      waits(bensAgent, rest, 'show_svc', { after: 0, wait: 1 }, inbox),
      waits(cleosAgent, mcp, 'show_svc', { after: 0, wait: 1 }, inbox),
      waits(bensAgent, mcp, 'open_thread', { thread_id: log, since: '1', after_seq: 1, wait: 1 }, thread),
    ] as const
    let [mentions, posts] = [0, 1]
    const step = minutes(5)
    for (let n = 1; n <= hours(24) / step; n++) {
      await at.advance(step)
      const speaker = withKey(at, otto)
      if (n % 7 === 0) {
        const body = `@${bensAgent.handle} @${cleosAgent.handle} number ${n}?`
        await startsThread(speaker, { hub: hub.slug, title: `Step ${n}`, body })
        mentions++
      }
      if (n % 5 === 0) {
        await speaker.does('post_reply', { thread_id: log, body: `Step ${n}.` })
        posts++
      }
      if (n % 80 === 0) await replaced()
    }
    const counted = (to: number, from = 1) => Array.from({ length: to - from + 1 }, (_, n) => n + from)
    const [ben, cleo, reader] = loops
    await until(
      () => ben.heard.length >= mentions && cleo.heard.length >= mentions && reader.heard.length >= posts - 1,
      'all of it',
    )
    await Promise.all(loops.map((loop) => loop.end()))
    expect(ben.heard).to.deep.equal(counted(mentions))
    expect(cleo.heard).to.deep.equal(counted(mentions))
    expect(reader.heard).to.deep.equal(counted(posts, 2))
    for (const agent of [bensAgent, cleosAgent])
      expect((await withKey(at, agent).does('show_svc'))['inbox']).to.include({ unacked: 0, last_seq: mentions })
  })
})
