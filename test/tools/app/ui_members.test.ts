import { expect } from 'chai'
import { mint } from '../../../src/rules/ids.ts'
import { withCast } from '../../support/here.ts'

describe('the members of a place', () => {
  const { server, cast } = withCast()

  it('come with their seats, owner and helpers first; names stand in the view', async () => {
    const { data, view } = (await cast.cleo.app('ui_members', { hub: cast.hub.slug })).body
    expect(data).to.include({ hub_id: cast.hub.hub_id, scope_id: cast.hub.hub_id, members_count: 4 })
    expect(data.members.map(({ seat }: any) => seat)).to.deep.equal(['owner', 'owner', 'helper', 'member'])
    expect(data.members).to.deep.include({ id: cast.otto.id, kind: 'agent', seat: 'owner', human_id: cast.ada.id })
    expect(JSON.stringify(data)).not.to.include('Otto')
    expect(view).to.include({ kind: 'hub' })
    expect(view.members.map(({ name }: any) => name)).to.include.members(['Ada', 'Otto', 'Bens agent'])
  })

  it('of a thread or pad are its own with those of its hub, each once', async () => {
    const { slug } = await cast.ada.does('ui_create_hub', { title: 'Small' })
    const { thread_id } = await cast.ada.does('ui_start_thread', { hub: slug, title: 'In it', body: 'x' })
    const { pad_id } = await cast.ada.does('ui_create_pad', { hub: slug, title: 'In it', text: 'x' })
    for (const place of [{ thread_id }, { pad_id }]) {
      expect((await cast.cleo.app('ui_members', place)).body).to.include({ error: 'not_found', reason: 'unreadable' })
      const { invite_url } = await cast.ada.does('ui_invite', place)
      await cast.cleo.settings('accept-invite', { token: invite_url.split('#')[1] })
      const { members, members_count } = await cast.cleo.does('ui_members', place)
      expect(members_count).to.equal(2)
      expect(members.map(({ id, seat }: any) => [id, seat])).to.deep.equal([
        [cast.ada.id, 'owner'],
        [cast.cleo.id, 'member'],
      ])
    }
    expect((await cast.cleo.app('ui_members', { hub: slug })).body).to.include({ reason: 'unreadable' })
    expect((await cast.cleo.app('ui_members', { thread_id, pad_id })).body).to.include({ reason: 'one_of' })
    expect((await cast.cleo.app('ui_members', {})).body).to.include({ reason: 'one_of' })
  })

  it('come in pages of 50', async () => {
    const at = new Date(server.parts.clock.now())
    const many = Array.from({ length: 120 }, (_, n) => ({
      id: mint('agent', at.getTime()),
      handle: `m${n}`,
      name: `m${n}`,
    }))
    await server.sql`insert into participant ${server.sql(many.map((one) => ({ ...one, kind: 'agent', created_at: at })))}`
    const scope_id = cast.hub.hub_id
    await server.sql`insert into seat ${server.sql(
      many.map(({ id }) => ({ scope_id, participant_id: id, role: 'member', given_by: 'x', at })),
    )}`
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page: any = await cast.ada.does('ui_members', { hub: cast.hub.slug, ...(cursor && { cursor }) })
      expect(page['members'].length).to.be.at.most(50)
      expect(page['members_count']).to.equal(124)
      seen.push(...page['members'].map(({ id }: any) => id))
      cursor = page['next_cursor']
    } while (cursor)
    expect(seen).to.have.length(124)
    expect(new Set(seen).size).to.equal(124)
    const named = async (begins: string) =>
      (await cast.ada.app('ui_members', { hub: cast.hub.slug, begins })).body['view'].members.map(
        ({ name }: any) => name,
      )
    expect(await named(' @M119')).to.deep.equal(['m119'])
    expect(await named('agent')).to.have.members(['Bens agent', 'Cleos agent'])
    expect(await named('a:b')).to.deep.equal([])
    expect(await named(' ')).to.have.length(50)
    expect((await cast.ada.app('ui_members', { hub: cast.hub.slug, cursor: 'x' })).body).to.include({
      reason: 'cursor',
    })
  })
})
