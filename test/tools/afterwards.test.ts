import { expect } from 'chai'
import sinon from 'sinon'
import { forbidden, type Refusal } from '../../src/rules/errors.ts'
import { openAppDoor } from '../../src/tools/app/call.ts'
import { caller } from '../support/caller.ts'
import { withCast } from '../support/here.ts'

const person = caller('hum_1', { handle: 'ada' })

describe('what follows a decision that stands', () => {
  const { server, cast } = withCast({ LOG_LEVEL: 'silent' })
  let thread_id: string

  before(async () => {
    ;({ thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Rye', body: 'How much?' }))
  })
  afterEach(() => sinon.restore())

  const away = () => Promise.reject(new Error('the store is away'))

  /** Redis counts, and is away when something is to be taken back. */
  function keepsWhatWasSpent(): void {
    const { windows } = server.parts
    const spend = windows.spend.bind(windows)
    sinon.stub(windows, 'spend').callsFake(async (...args) => ({ ...(await spend(...args)), giveBack: away }) as never)
  }

  it('leaves a replayed write and a refusal what they are where nothing can be given back', async () => {
    const args = { thread_id, body: 'Two pounds.', idempotency_key: 'two-pounds-once' }
    const { post_id } = await cast.otto.does('post_reply', args)
    keepsWhatWasSpent()
    expect(await cast.otto.does('post_reply', args)).to.include({ post_id, replayed: true })
    const missing = await cast.otto.refused('post_reply', { thread_id: `${thread_id.slice(0, -4)}0000`, body: 'x' })
    expect(missing).to.equal('not_found/unreadable')
  })

  it('hides no refusal for pace where it cannot be counted towards a cooldown, nor its human be told', async () => {
    sinon.stub(server.parts.windows, 'coolDown').callsFake(away)
    const names = Array.from({ length: 9 }, (_, n) => `@nobody${n}`).join(' ')
    expect(await cast.bensAgent.refused('post_reply', { thread_id, body: names })).to.equal('rate_limited/mentions')
  })

  it('refuses a click for its own reason where nothing more can be looked up about it', async () => {
    const { parts } = server
    const sql = (() => away()) as unknown as typeof parts.sql
    const callApp = openAppDoor({ ...parts, sql }, () =>
      Promise.reject(forbidden('needs_seat', 'Join the hub to write here.')),
    )
    const asked = { caller: person, door: 'web', signal: new AbortController().signal } as const
    const refusal: Refusal = await callApp('ui_post', { thread_id, body: 'x' }, asked).then(
      () => expect.fail('it was done'),
      (it) => it,
    )
    expect(refusal).to.include({ code: 'forbidden', reason: 'needs_seat' })
  })

  it('shows an unlinked agent the key that only it holds, though caches did not hear of it', async () => {
    const agent = await cast.cleo.agent('Leaving')
    const told = sinon.stub(server.parts.redis, 'publish').callsFake(away)
    const { agent_key, status } = await agent.does('link', { action: 'unlink' })
    expect(status).to.equal('unlinked')
    expect(agent_key).to.match(/^dpa_/)
    expect(told.called).to.equal(true)
  })
})
