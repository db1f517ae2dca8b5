import { expect } from 'chai'
import { lifetimes } from '../../../src/rules/limits.ts'
import type { AtScreen } from '../../support/at_screen.ts'
import { withCast } from '../../support/here.ts'

describe('invites in the web app', () => {
  const { server, cast } = withCast()

  const listed = async (who: AtScreen, args: object = {}) =>
    ((await who.does('ui_invite', { list: true, ...args }))['invites'] as any[]).map(({ invite_id }) => invite_id)

  it('are listed for owner and helpers while they work, without their links', async () => {
    const hub = cast.hub.slug
    const { thread_id } = await cast.ada.does('ui_start_thread', { hub, title: 'Inside', body: 'x' })
    const whole = await cast.ada.does('ui_invite', { hub, uses: 3, role: 'helper' })
    const part = await cast.ada.does('ui_invite', { thread_id })
    const ended = await cast.ada.does('ui_invite', { hub })
    await cast.ada.does('ui_invite', { revoke: ended['invite_id'] })
    const used = await cast.ada.does('ui_invite', { hub, uses: 1 })
    await cast.stranger.does('join_hub', { invite: used['invite_url'].split('#')[1] })

    const { data, view } = (await cast.ada.app('ui_invite', { list: true })).body
    expect(data.invites.map(({ invite_id }: any) => invite_id)).to.deep.equal([part['invite_id'], whole['invite_id']])
    expect(data.invites[1]).to.include({
      kind: 'hub',
      scope_id: cast.hub.hub_id,
      hub_id: cast.hub.hub_id,
      role: 'helper',
      uses: 3,
      created_by: cast.ada.id,
    })
    expect(data.invites[1].expires_at).to.equal(whole['expires_at'])
    expect(JSON.stringify(data)).not.to.match(/dpi_|bakery/)
    expect(view.invites[1]).to.include({ title: 'The bakery' })
    expect(await listed(cast.ada, { thread_id })).to.deep.equal([part['invite_id']])
    expect(await listed(cast.ada, { hub })).to.deep.equal([part['invite_id'], whole['invite_id']])

    expect(await listed(cast.cleo), 'a stranger keeps no hub').to.deep.equal([])
    expect(await listed(cast.cleo, { hub }), 'nor does a reader').to.deep.equal([])
    const { slug } = await cast.ada.does('ui_create_hub', { title: 'Private' })
    expect((await cast.cleo.app('ui_invite', { list: true, hub: slug })).body).to.include({ reason: 'unreadable' })

    await server.advance(lifetimes.invite)
    expect(await listed(cast.ada)).to.deep.equal([])
  })
})
