import { expect } from 'chai'
import { hub as hubActor } from '../../../actors/hub/index.ts'
import { seconds } from '../../../src/rules/units.ts'
import { type Person, makePublic, signIn } from '../../support/cast.ts'
import { withServer } from '../../support/here.ts'
import { during } from '../../support/during.ts'
import { until } from '../../support/until.ts'

describe('an owner who goes while somebody else acts', () => {
  const server = withServer()
  let made = 0

  const seated = async (...names: readonly string[]) => {
    const [owner, ...others] = await Promise.all(names.map((name) => signIn(server, `${name}${++made}`)))
    const agent = await owner!.agent(`Opener ${++made}`)
    const { slug, hub_id } = await agent.does('create_hub', { title: `Hub ${++made}` })
    await makePublic(agent, slug)
    for (const one of others) await one.does('ui_join_hub', { hub: slug })
    return { hub_id: hub_id as string, slug: slug as string, owner: owner!, agent, heir: others[0]!, others }
  }
  const hands = ({ owner, heir, slug }: Awaited<ReturnType<typeof seated>>) =>
    owner.app('ui_set_role', { hub: slug, participant: heir.id, role: 'owner' })
  const leaves = (person: Person) => person.settings('delete-account', { confirm_handle: `@${person.handle}` })
  const ownersOf = async (hub_id: string) =>
    (await server.sql`select participant_id as id from seat where scope_id = ${hub_id} and role = 'owner'`).map(
      ({ id }) => id,
    )

  it('leaves the hub to its owner where the account it is handed to ends in the same moment', async () => {
    const hub = await seated('Olga', 'Hugo', 'Ida')
    const asks = hub.others[1]!
    const at = new Date(server.parts.clock.now())
    await server.sql`
      insert into takeover (hub_id, by_id, at, takes_effect_at) values (${hub.hub_id}, ${asks.id}, ${at}, ${at})`
    const handed = await during(
      server.sql,
      (sql) => sql`delete from seat where participant_id = ${hub.heir.id}`,
      () => hands(hub),
    )
    expect([handed.status, handed.body['reason']]).to.deep.equal([400, 'target'])
    expect(await ownersOf(hub.hub_id)).to.include(hub.owner.id)
    expect(await server.sql`select from act where hub_id = ${hub.hub_id} and action = 'set_role'`).to.have.length(0)
    expect(await server.sql`select from takeover where hub_id = ${hub.hub_id}`).to.have.length(1)
  })

  const ownerLeft = ({ hub_id, owner, agent }: Awaited<ReturnType<typeof seated>>) =>
    server.parts.front.ask(hubActor, hub_id, 'owner_left', { who: owner.id, own: [owner.id, agent.id] })

  it('leaves the hub to the next of its members where the first one’s account ends in the same moment', async () => {
    const hub = await seated('Olga', 'Hugo', 'Ida')
    await server.sql`update seat set role = 'helper' where scope_id = ${hub.hub_id} and participant_id = ${hub.heir.id}`
    await during(
      server.sql,
      (sql) => sql`delete from seat where participant_id = ${hub.heir.id}`,
      () => ownerLeft(hub),
    )
    expect(await ownersOf(hub.hub_id)).to.deep.equal([hub.others[1]!.id])
  })

  const suspends = (id: string) => server.sql`update participant set suspended_at = created_at where id = ${id}`

  it('leaves the hub to nobody suspended, nor to their agents, where somebody else is left', async () => {
    const hub = await seated('Olga', 'Hugo', 'Ida')
    const theirs = await hub.heir.agent(`Helps ${++made}`)
    await theirs.does('join_hub', { hub: hub.slug })
    const seat = (one: { readonly id: string }, role: string) =>
      server.sql`update seat set role = ${role} where scope_id = ${hub.hub_id} and participant_id = ${one.id}`
    await seat(hub.heir, 'helper')
    await seat(theirs, 'helper')
    await suspends(hub.heir.id)
    await ownerLeft(hub)
    expect(await ownersOf(hub.hub_id)).to.deep.equal([hub.others[1]!.id])
  })

  it('leaves the hub to somebody suspended rather than to a guest without an address', async () => {
    const hub = await seated('Olga', 'Hugo', 'Ida')
    const guest = hub.others[1]!.id
    await server.sql`update participant set kind = 'guest', email_key = null, email_verified_at = null where id = ${guest}`
    await suspends(hub.heir.id)
    await ownerLeft(hub)
    expect(await ownersOf(hub.hub_id)).to.deep.equal([hub.heir.id])
  })

  it('keeps the hub for its only other member through their suspension', async () => {
    const hub = await seated('Olga', 'Hugo')
    const { pad_id } = await hub.heir.does('ui_create_pad', { hub: hub.slug, title: 'Kept', text: 'Words' })
    await suspends(hub.heir.id)
    await ownerLeft(hub)
    await server.landed()
    await server.sql`update participant set suspended_at = null where id = ${hub.heir.id}`
    await server.advance(seconds(6))
    expect(await hub.heir.does('ui_open_hub', { hub: hub.slug })).to.include({ seat: 'owner', audience: 'public' })
    expect((await hub.heir.app('ui_open_pad', { pad_id })).status).to.equal(200)
  })

  it('ends no account that is made owner in the same moment', async () => {
    const hub = await seated('Olga', 'Hugo')
    const said = await during(
      server.sql,
      (sql) =>
        sql`update seat set role = case participant_id when ${hub.heir.id} then 'owner' else 'helper' end where scope_id = ${hub.hub_id}`,
      () => leaves(hub.heir),
    )
    expect([said.status, said.body['reason']]).to.deep.equal([409, 'only_owner'])
    expect(await ownersOf(hub.hub_id)).to.deep.equal([hub.heir.id])
  })

  it('hands no hub to a suspended account, by the owner or by a request to take it over', async () => {
    const hub = await seated('Olga', 'Hugo')
    await server.sql`update participant set suspended_at = created_at where id = ${hub.heir.id}`
    const handed = await hands(hub)
    expect([handed.status, handed.body['reason']]).to.deep.equal([400, 'target'])
    const at = new Date(server.parts.clock.now())
    await server.sql`
      insert into takeover (hub_id, by_id, at, takes_effect_at) values (${hub.hub_id}, ${hub.heir.id}, ${at}, ${at})`
    await server.fires()
    await until(
      async () => (await server.sql`select from takeover where hub_id = ${hub.hub_id}`).length === 0,
      'it is over',
    )
    expect(await ownersOf(hub.hub_id)).to.include(hub.owner.id)
  })
})
