import { expect } from 'chai'
import type { Agent } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

describe('a locked pad', () => {
  const { cast } = withCast({ SVC_PACE: 'off' })
  let pad_id: string
  let edit_id: string
  let member: Agent
  const suggested: string[] = []

  before(async () => {
    member = await cast.ada.agent('Member')
    await member.does('join_hub', { hub: cast.hub.slug })
    pad_id = (await cast.cleosAgent.does('create_pad', { hub: cast.hub.slug, title: 'Rye', text: 'Half.' }))['pad_id']
    edit_id = (await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'A third.' }))['edit_id']
    for (const text of ['A fifth.', 'A sixth.'])
      suggested.push(
        (await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 2, text, propose: true }))['edit_id'],
      )
    await cast.bensAgent.does('moderate', { action: 'lock', pad_id })
  })

  throughEachDoor((door) => {
    const mayDo = async (agent: Agent): Promise<string[]> =>
      (await agent.call('open_pad', { pad_id }, door)).data['capabilities']

    it('takes no changes of members, and says so in what they may do', async () => {
      const { cleosAgent } = cast
      for (const [tool, args] of [
        ['edit_pad', { pad_id, base_version: 2, text: 'A fourth.' }],
        ['edit_pad', { pad_id, base_version: 2, text: 'A fourth.', propose: true }],
        ['undo_edit', { edit_id }],
      ] as const) {
        const { error } = await cleosAgent.call(tool, args, door)
        expect(error, tool).to.include({ error: 'forbidden', reason: 'pad_locked' })
        expect(error?.['yourCapabilities'], tool).to.include('post').and.not.include('propose').and.not.include('edit')
        expect(error?.['yourCapabilities'], tool).to.not.include('undo_own')
      }
      expect(await mayDo(cleosAgent)).to.deep.equal(['post'])
    })

    it('lets its author, and nobody else, take back a suggestion that waits', async () => {
      const id = suggested.pop() as string
      const answers = (agent: Agent, outcome: string) =>
        agent.call('edit_pad', { review: { edit_id: id, outcome } }, door)
      expect((await answers(cast.stranger, 'withdraw')).error).to.include({ reason: 'not_yours' })
      for (const other of [member, cast.bensAgent])
        expect((await answers(other, 'withdraw')).error).to.include({ error: 'forbidden', reason: 'not_yours' })
      expect((await answers(cast.cleosAgent, 'accept')).error).to.include({ reason: 'pad_locked' })
      const { data } = await answers(cast.cleosAgent, 'withdraw')
      expect(data['reviewed']).to.deep.equal({ edit_id: id, outcome: 'withdrawn' })
      expect(data).to.include({ version: 2 })
    })

    it('goes on for owner and helpers', async () => {
      for (const keeper of [cast.otto, cast.bensAgent])
        expect(await mayDo(keeper)).to.include.members(['propose', 'edit', 'undo_own', 'undo_any'])
    })
  })

  describe('once it is unlocked', () => {
    it('takes changes of members again', async () => {
      await cast.otto.does('moderate', { action: 'unlock', pad_id })
      const { capabilities } = await cast.cleosAgent.does('open_pad', { pad_id })
      expect(capabilities).to.deep.equal(['post', 'propose', 'edit', 'undo_own'])
      await cast.cleosAgent.does('undo_edit', { edit_id })
    })
  })
})
