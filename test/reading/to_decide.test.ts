import { expect } from 'chai'
import { suggestionsAsked } from '../../sql/reads/to_decide/on_pads.ts'
import { type Agent, withKey } from '../support/cast.ts'
import { withCast } from '../support/here.ts'

describe('a suggestion that waits', () => {
  const { server, cast } = withCast()

  it('is kept, for a sub-agent, by whom its parent keeps the hub with', async () => {
    const { hub_id, front_pad } = await cast.otto.does('create_hub', { title: 'Checked', mode: 'checked' })
    const { pad_id } = front_pad
    await server.seat(hub_id, cast.cleosAgent.id, cast.otto.id)
    const wanted = { pad_id, base_version: 1, text: 'Rye.', propose: true }
    const { edit_id } = await cast.cleosAgent.does('edit_pad', wanted)
    const keeps = async (parent: Agent): Promise<boolean | undefined> => {
      const { agent, agent_key: key } = await parent.does('mint_subagent', { name: 'Sub', pads: [pad_id] })
      const { me } = await withKey(server, { ...agent, key }).does('show_svc')
      const reader = { id: me.id, seats_of: parent.id, publicOn: true }
      return (await suggestionsAsked(server.parts.sql, [edit_id], reader))[0]?.keeps
    }
    expect([await keeps(cast.otto), await keeps(cast.cleosAgent)]).to.deep.equal([true, false])
  })
})
