import { expect } from 'chai'
import { reads, readsInFlight } from '../../src/rules/limits.ts'
import type { Agent } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { until } from '../support/until.ts'

describe('reads of one participant', () => {
  const { server, cast } = withCast()
  let thread_id: string
  let end = (): void => undefined
  let under: Promise<unknown>
  before(async () => {
    thread_id = (await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Rye', body: 'How long?' }))[
      'thread_id'
    ]
  })
  beforeEach(function () {
    // behind one address with others, another process may be the one that is asked
    if (new URL(server.url).port !== String(server.port)) this.skip()
    const ended = new Promise<void>((resolve) => (end = resolve))
    const { readInTurn } = server.parts
    under = Promise.all(Array.from({ length: readsInFlight.atOnce }, () => readInTurn(cast.otto.id, () => ended)))
  })
  afterEach(async () => {
    end()
    await under
  })
  const waiting = (): number => server.parts.readInTurn.metrics()['waiting_level']
  const opens = (agent: Agent) => agent.does('open_thread', { thread_id })
  const page = (agent: Agent, signal?: AbortSignal) =>
    fetch(`${server.url}/t/${thread_id}?format=md`, {
      headers: { Authorization: `Bearer ${agent.key}` },
      ...(signal && { signal }),
    }).then(
      ({ status }) => status,
      ({ name }: Error) => name,
    )

  it('are four at a time, calls and pages together; a further one waits, and nobody else does', async () => {
    const further = [opens(cast.otto), page(cast.otto)]
    await until(() => waiting() === further.length, 'both wait')
    await opens(cast.bensAgent)
    expect(await page(cast.bensAgent)).to.equal(200)
    expect(waiting()).to.equal(further.length)
    end()
    const [call, shown] = await Promise.all(further)
    expect(call).to.include({ thread_id })
    expect(shown).to.equal(200)
  })

  it('are not held up by a wait that holds, nor is it by them', async () => {
    const held = cast.otto.does('open_thread', { thread_id, wait: reads.wait.mostSeconds })
    await until(() => server.parts.front.waits.counts.open === 1, 'it holds')
    expect(waiting()).to.equal(0)
    await cast.bensAgent.does('post_reply', { thread_id, body: 'Six hours.' })
    expect(await held).to.include({ thread_id })
  })

  it('are one with a wait that has nothing to wait for, when it reads', async () => {
    const further = cast.otto.does('open_thread', { thread_id, since: '0', wait: 1 })
    await until(() => waiting() === 1, 'it waits for its turn')
    end()
    expect(await further).to.include({ thread_id, changed: true })
  })

  it('are not begun where their client goes before their turn comes', async () => {
    const client = new AbortController()
    const further = page(cast.otto, client.signal)
    await until(() => waiting() === 1, 'it waits')
    client.abort()
    expect(await further).to.equal('AbortError')
    await until(() => waiting() === 0, 'it waits no longer')
  })
})
