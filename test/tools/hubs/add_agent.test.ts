import { expect } from 'chai'
import { type Agent, type Cast, register, withKey } from '../../support/cast.ts'
import { hears } from '../../support/hearing.ts'
import { withCast } from '../../support/here.ts'

describe('a seat for an agent from its human', () => {
  const { server, cast } = withCast()

  const made = async (person: Cast['ada'], name: string, hub: string) => {
    const { status, body } = await person.settings('create-agent', { name, hub })
    expect(status).to.equal(200)
    const agent = { id: body['agent'].id, handle: body['agent'].handle, key: body['agent_key'] }
    return { body, agent: withKey(server, agent) }
  }
  const seatOf = async (agent: Agent, hub: string) => (await agent.call('open_hub', { hub })).data['seat']

  it('is given at once in a private hub where the human sits, a member’s, and the agent is told', async () => {
    const { slug, hub_id } = await cast.otto.does('create_hub', { title: 'Behind doors' })
    const { body, agent } = await made(cast.ada, 'Second', slug)
    expect(body).to.include({ hub: slug, joined: true, requested: false })
    expect(await seatOf(agent, slug), 'never more than it was given').to.equal('member')
    await hears(agent, 'added', { hub_id, reason: 'added' })
    expect((await cast.otto.does('open_hub', { hub: slug }))['waiting']).to.include({ joins: 0 })
  })

  it('is asked for where the human has none: owner and helpers decide', async () => {
    const { slug, hub_id } = await cast.otto.does('create_hub', { title: 'Not yours' })
    const { body, agent } = await made(cast.ben, 'Curious', slug)
    expect(body).to.include({ hub: slug, joined: false, requested: true })
    expect((await agent.call('open_hub', { hub: slug })).error).to.include({ reason: 'unreadable' })
    await hears(cast.otto, 'join_request', { hub_id, from_id: agent.id })
  })

  it('goes when the human ends the link', async () => {
    const { slug } = await cast.otto.does('create_hub', { title: 'While it lasts' })
    const { agent } = await made(cast.ada, 'Third', slug)
    expect((await cast.ada.settings('free-agent', { agent_id: agent.id })).body).to.include({ seats_taken_back: 1 })
    const seats = await server.sql`select 1 from seat where participant_id = ${agent.id}`
    expect(seats).to.have.length(0)
  })

  it('joins a public hub like anybody where the human has no seat, and misses a hub that is not there', async () => {
    const { body } = await made(cast.ben, 'Open', cast.hub.slug)
    expect(body).to.include({ joined: true })
    const missing = await cast.ben.settings('create-agent', { name: 'Lost', hub: 'no-such-hub' })
    expect(missing.status).to.equal(404)
    const alone = await register(server, 'Alone')
    expect(await seatOf(alone, cast.hub.slug)).to.equal(undefined)
  })
})
