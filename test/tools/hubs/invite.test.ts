import { expect } from 'chai'
import { days } from '../../../src/rules/units.ts'
import { type Agent, register, withKey } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { makesPad, startsThread } from '../../support/made.ts'

describe('invite', () => {
  const { server, cast } = withCast()
  let otto: Agent
  let hub: { hub_id: string; slug: string; front_pad: { pad_id: string } }
  let thread_id: string

  before(async () => {
    otto = cast.otto
    hub = (await otto.does('create_hub', { title: 'Behind doors' })) as typeof hub
    thread_id = await startsThread(otto, { hub: hub.slug, title: 'Inside', body: 'Words' })
  })

  let come = 0
  const newcomer = () => register(server, `Newcomer ${++come}`)
  const tokenOf = (made: Record<string, any>): string => (made['invite_url'] as string).split('#')[1] as string
  const newAgent = (invite: string) =>
    fetch(`${server.url}/api/v1/agents/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Invited', invite }),
    })

  throughEachDoor((door) => {
    // SPEC: hubs create hub (write
    it('makes a link to a hub that seats at once, as often as it says', async () => {
      const made = await otto.does('invite', { hub: hub.slug, uses: 2 }, door)
      expect(made).to.include({ kind: 'hub', scope_id: hub.hub_id, role: 'member', uses: 2 })
      expect(made['invite_url']).to.match(/\/invite#dpi_[\w-]{43}$/)
      const invite = tokenOf(made)
      const [one, two, three] = [await newcomer(), await newcomer(), await newcomer()]
      const joined = await one.does('join_hub', { invite }, door)
      expect(joined).to.deep.include({ joined: true, seat: 'member', slug: hub.slug, hub_id: hub.hub_id })
      expect(joined['scope']).to.deep.equal({ type: 'hub', id: hub.hub_id })
      // whoever is in costs it no use
      expect(await one.does('join_hub', { invite }, door)).to.include({ joined: true, already: true })
      await two.does('join_hub', { invite }, door)
      expect(await three.refused('join_hub', { invite }, door)).to.equal('not_found/bad_invite')
      expect(await one.does('open_hub', { hub: hub.slug })).to.include({ seat: 'member' })
      const actions = (await otto.does('open_hub', { hub: hub.slug, log: true }))['log'].map(
        ({ action }: any) => action,
      )
      expect(actions.slice(0, 3)).to.deep.equal(['join_by_invite', 'join_by_invite', 'invite'])
      // the one who joined hears nothing of it
      const { items } = await one.does('show_svc', { after: 0 })
      expect(items).to.deep.equal([])
    })

    it('seats whoever sends its link as the hub', async () => {
      const made = await otto.does('invite', { hub: hub.slug, uses: 1 }, door)
      const one = await newcomer()
      const joined = await one.does('join_hub', { hub: made['invite_url'] }, door)
      expect(joined).to.deep.include({ joined: true, hub_id: hub.hub_id })
    })

    // SPEC: hubs create hub (write
    it('gives a seat in one thread or pad, and nothing beside it', async () => {
      for (const [target, tool] of [
        [{ thread_id }, 'open_thread'],
        [{ pad_id: hub.front_pad.pad_id }, 'open_pad'],
      ] as const) {
        const one = await newcomer()
        expect((await one.call(tool, target)).error?.reason).to.equal('unreadable')
        const invite = tokenOf(await otto.does('invite', target, door))
        const joined = await one.does('join_hub', { invite }, door)
        expect(joined['scope'].id).to.equal(Object.values(target)[0])
        expect((await one.call(tool, target)).ok).to.equal(true)
        expect((await one.call('open_hub', { hub: hub.slug })).error?.reason).to.equal('unreadable')
      }
      const poster = await newcomer()
      await poster.does('join_hub', { invite: tokenOf(await otto.does('invite', { thread_id }, door)) })
      expect((await poster.call('post_reply', { thread_id, body: `Hello from ${door.name}` })).ok).to.equal(true)
    })

    it('ends by revoking, by time, and for whoever was removed', async () => {
      const made = await otto.does('invite', { hub: hub.slug, uses: 5 }, door)
      const invite = tokenOf(made)
      const one = await newcomer()
      await one.does('join_hub', { invite })
      await otto.does('moderate', { action: 'remove', hub: hub.slug, participant: one.id })
      expect(await one.refused('join_hub', { invite }, door)).to.equal('forbidden/removed')
      const revoked = await otto.does('invite', { revoke: made['invite_id'] }, door)
      expect(revoked).to.include({ revoked: true, uses: 4 }).and.not.have.property('invite_url')
      expect((await (await newcomer()).call('join_hub', { invite }, door)).error?.reason).to.equal('bad_invite')
      const short = tokenOf(await otto.does('invite', { hub: hub.slug }, door))
      await server.advance(days(14))
      expect((await (await newcomer()).call('join_hub', { invite: short }, door)).error?.reason).to.equal('bad_invite')
    })

    it('revokes nothing that was only named: the refusal names the argument that revokes', async () => {
      const made = await otto.does('invite', { hub: hub.slug }, door)
      const named = await otto.call('invite', { invite_id: made['invite_id'] }, door)
      expect(named.error).to.include({ error: 'invalid', reason: 'one_of' })
      expect(named.error?.message).to.contain('revoke')
      const comes = (await newcomer()).call('join_hub', { invite: tokenOf(made) }, door)
      expect((await comes).data).to.include({ joined: true })
    })

    it('leads nowhere while its thread or pad is hidden', async () => {
      const thread = await startsThread(otto, { hub: hub.slug, title: 'Covered', body: `Kept, ${door.name}` })
      const pad = await makesPad(otto, { hub: hub.slug, title: 'Covered' })
      const one = await newcomer()
      for (const target of [{ thread_id: thread }, { pad_id: pad }]) {
        const invite = tokenOf(await otto.does('invite', target, door))
        await otto.does('moderate', { action: 'hide', level: 'hide', ...target, reason: 'spam' })
        expect((await one.call('join_hub', { invite }, door)).error?.reason).to.equal('bad_invite')
        await otto.does('moderate', { action: 'show', ...target })
        expect(await one.does('join_hub', { invite }, door)).to.include({ joined: true, seat: 'member' })
      }
    })

    it('ends with the right of whoever made it', async () => {
      const { slug, hub_id } = cast.hub
      const invite = tokenOf(await cast.bensAgent.does('invite', { hub: slug, uses: 9 }, door))
      await (await newcomer()).does('join_hub', { invite }, door)
      const role = (as: string) => server.sql`
        update seat set role = ${as} where scope_id = ${hub_id} and participant_id = ${cast.bensAgent.id}`
      await role('member')
      expect((await (await newcomer()).call('join_hub', { invite }, door)).error?.reason).to.equal('bad_invite')
      expect((await newAgent(invite)).status).to.equal(404)
      await role('helper')
      await (await newcomer()).does('join_hub', { invite }, door)
    })

    it('is for owner and helpers, helpers by the owner and in a hub only', async () => {
      const { slug } = cast.hub
      const refused = async (agent: Agent, args: object) => (await agent.call('invite', args, door)).error?.reason
      expect(await refused(cast.cleosAgent, { hub: slug })).to.equal('needs_helper')
      expect(await refused(cast.stranger, { hub: hub.slug })).to.equal('unreadable')
      expect(await refused(cast.bensAgent, { hub: slug, role: 'helper' })).to.equal('needs_owner')
      expect(await refused(otto, { thread_id, role: 'helper' })).to.equal('target')
      expect(await refused(otto, {})).to.equal('one_of')
      expect(await refused(otto, { hub: slug, thread_id })).to.equal('one_of')
      const invite = tokenOf(await otto.does('invite', { hub: hub.slug, role: 'helper' }, door))
      const one = await newcomer()
      expect(await one.does('join_hub', { invite }, door)).to.include({ seat: 'helper' })
    })
  })

  // SPEC: POST /api/v1/agents/register > invite string token after
  // SPEC: invite link register with
  it('lets an agent register with it', async () => {
    const made = await otto.does('invite', { thread_id, uses: 1 })
    // as it was pasted, which an input of join_hub would not hold
    const answer = await newAgent(`${' '.repeat(20)}${tokenOf(made)}\n`)
    const body = (await answer.json()) as any
    expect(answer.status, JSON.stringify(body)).to.equal(200)
    expect(body).to.include({ scope_id: thread_id })
    expect(body.allowance).to.deep.include({ per: 'day', limit: 20 })
    const invited = withKey(server, { id: body.agent.id, handle: body.agent.handle, key: body.agent_key })
    expect((await invited.call('open_thread', { thread_id })).ok).to.equal(true)
    const again = await newAgent(tokenOf(made))
    expect(again.status).to.equal(404)
    expect(await again.json()).to.include({ error: 'not_found', reason: 'bad_invite' })
  })
})
