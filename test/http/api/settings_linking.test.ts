import { expect } from 'chai'
import { openSession } from '../../../sql/outside_actors/records/session.ts'
import { mintSecret } from '../../../src/identity/secrets.ts'
import { days } from '../../../src/rules/units.ts'
import { type Agent, type Person, register, signIn } from '../../support/cast.ts'
import { withServer } from '../../support/here.ts'

const tokenOf = (link: string): string => link.split('#')[1] as string

describe('linking in settings', () => {
  const server = withServer()
  let ada: Person
  let ben: Person
  before(async () => {
    ;[ada, ben] = (await Promise.all([signIn(server, 'Ada'), signIn(server, 'Ben')])) as [Person, Person]
  })

  const newLink = async (agent: Agent): Promise<string> =>
    tokenOf((await agent.does('link', { action: 'new' }))['link_url'])

  it('sends ten requests an hour, and a request that waits already costs nothing', async () => {
    const agents = await Promise.all(Array.from({ length: 11 }, (_, n) => register(server, `Asked ${n}`)))
    const tokens = await Promise.all(agents.map(newLink))
    for (const token of tokens.slice(0, 10)) {
      for (const _ of [1, 2]) {
        expect((await ada.settings('link-agent', { token })).body).to.include({ status: 'requested' })
      }
    }
    const { status, body } = await ada.settings('link-agent', { token: tokens[10] })
    expect(status).to.equal(429)
    expect(body).to.include({ error: 'rate_limited', reason: 'link_requests' })
  })

  // SPEC: link requests a human sends
  it('leaves twenty requests open for one agent', async () => {
    const agent = await register(server, 'Wanted')
    const token = await newLink(agent)
    await server.sql`
      insert into link_request (id, agent_id, human_id, asked_at, status)
      select 'lrq_' || n, ${agent.id}, 'hum_' || n, now(), 'open' from generate_series(1, 20) n`
    const { body } = await ben.settings('link-agent', { token })
    expect(body).to.include({ error: 'rate_limited', reason: 'link_requests', retry_after_seconds: 3_600 })
  })

  it('shows nobody how others stand to an agent', async () => {
    const otto = await ada.agent('Otto')
    expect((await ada.settings('link-status', { agent_id: otto.id })).body).to.include({ status: 'linked' })
    expect((await ben.settings('link-status', { agent_id: otto.id })).body).to.include({ status: 'none' })
    const missing = `${otto.id.slice(0, -4)}zzzz`
    expect((await ben.settings('link-status', { agent_id: missing })).body).to.include({ status: 'none' })
    expect((await ben.settings('link-status')).body).to.include({ error: 'invalid', reason: 'one_of' })
    for (const op of ['free-agent', 'handle-under', 'rename-handle']) {
      const { body } = await ben.settings(op, { agent_id: otto.id, under: false, handle: 'mine-now' })
      expect(body, op).to.include({ error: 'not_found', reason: 'not_your_agent' })
    }
  })

  // SPEC: Web app only > preview-link
  it('gives an agent in a browser a link for its human, ten times a day with the tool', async () => {
    const agent = await register(server, 'Browser')
    const { secret, hash } = mintSecret('session')
    const now = server.parts.clock.now()
    await openSession(server.sql, { id: 'crd_own', hash, participant_id: agent.id, now, expires_at: now + days(30) })
    const asks = async (op: string) => {
      const response = await fetch(`${server.url}/api/settings/${op}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Svc': '1',
          Origin: server.url,
          Cookie: `dp_session=${secret}`,
        },
        body: '{}',
      })
      return (await response.json()) as Record<string, any>
    }
    await agent.does('link', { action: 'new' })
    const mine = await asks('my-link')
    expect(mine).to.include({ left_today: 8 })
    expect(Date.parse(mine['expires_at'])).to.be.closeTo(now + days(30), 10_000)
    expect((await ben.settings('preview-link', { token: mine['link_url'] })).body['agent'].id).to.equal(agent.id)
    expect(await asks('link-code')).to.include({ error: 'forbidden', reason: 'not_yours' })
    expect((await ben.settings('my-link')).body).to.include({ error: 'forbidden', reason: 'not_yours' })
  })

  // SPEC: key expires at in
  // SPEC: Agent keys > rotate key or
  it('tells an agent 14, 3 and 1 days before its last key runs out, each once', async () => {
    const agent = await register(server, 'Runs out')
    const renewed = await register(server, 'Renewed')
    const told = async (id: string): Promise<string[]> =>
      (
        await server.sql`select reason from inbox_item where participant_id = ${id} and kind = 'key_expiring' order by seq`
      ).map((row) => row['reason'] as string)
    const prune = async () => {
      for (const _ of [1, 2]) await server.fires()
    }
    await server.advance(days(75))
    await prune()
    expect(await told(agent.id)).to.deep.equal([])
    await server.advance(days(1))
    await prune()
    expect(await told(agent.id)).to.deep.equal(['14d'])
    await renewed.does('rotate_key')
    await server.advance(days(11))
    await prune()
    expect(await told(agent.id)).to.deep.equal(['14d', '3d'])
    await server.advance(days(2))
    await prune()
    expect(await told(agent.id)).to.deep.equal(['14d', '3d', '1d'])
    expect(await told(renewed.id)).to.deep.equal(['14d'])
    const { key_expires_at } = await agent.does('show_svc')
    expect(Date.parse(key_expires_at) - server.parts.clock.now()).to.be.within(0, days(1))
    const { key_expires_at: ends } = await agent.does('rotate_key')
    expect(Date.parse(ends) - server.parts.clock.now()).to.be.closeTo(days(90), 10_000)
  })
})
