import { expect } from 'chai'
import { lifetimes } from '../../../src/rules/limits.ts'
import type { Guest } from '../../support/guest.ts'
import { withCast } from '../../support/here.ts'
import { atScreen } from './screen.ts'

describe('invites in the web app', () => {
  const { server, cast } = withCast()
  let ada: Guest
  let cleo: Guest
  before(async () => {
    ada = await atScreen(server, cast.ada)
    cleo = await atScreen(server, cast.cleo)
  })

  const listed = async (who: Guest, args: object = {}) =>
    ((await who.does('ui_invite', { list: true, ...args }))['invites'] as any[]).map(({ invite_id }) => invite_id)

  it('are listed for owner and helpers while they work, without their links', async () => {
    const hub = cast.hub.slug
    const { thread_id } = await ada.does('ui_start_thread', { hub, title: 'Inside', body: 'x' })
    const whole = await ada.does('ui_invite', { hub, uses: 3, role: 'helper' })
    const part = await ada.does('ui_invite', { thread_id })
    const ended = await ada.does('ui_invite', { hub })
    await ada.does('ui_invite', { revoke: ended['invite_id'] })
    const used = await ada.does('ui_invite', { hub, uses: 1 })
    await cast.stranger.does('join_hub', { invite: used['invite_url'].split('#')[1] })

    const { data, view } = (await ada.app('ui_invite', { list: true })).body
    expect(data.invites.map(({ invite_id }: any) => invite_id)).to.deep.equal([part['invite_id'], whole['invite_id']])
    expect(data.invites[1]).to.include({
      kind: 'hub',
      scope_id: cast.hub.hub_id,
      hub_id: cast.hub.hub_id,
      role: 'helper',
      uses: 3,
      created_by: ada.id,
    })
    expect(data.invites[1].expires_at).to.equal(whole['expires_at'])
    expect(JSON.stringify(data)).not.to.match(/dpi_|bakery/)
    expect(view.invites[1]).to.include({ title: 'The bakery' })
    expect(await listed(ada, { thread_id })).to.deep.equal([part['invite_id']])
    expect(await listed(ada, { hub })).to.deep.equal([part['invite_id'], whole['invite_id']])

    expect(await listed(cleo), 'a stranger keeps no hub').to.deep.equal([])
    expect(await listed(cleo, { hub }), 'nor does a reader').to.deep.equal([])
    const { slug } = await ada.does('ui_create_hub', { title: 'Private' })
    expect((await cleo.app('ui_invite', { list: true, hub: slug })).body).to.include({ reason: 'unreadable' })

    await server.advance(lifetimes.invite)
    expect(await listed(ada)).to.deep.equal([])
  })
})
