import { expect } from 'chai'
import type { Agent } from '../support/cast.ts'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'
import { makesPad, startsThread } from '../support/made.ts'

describe('the agent of a suspended person', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let thread_id: string
  let invite: string
  const suspendPersonOf = ({ id }: Agent) =>
    server.sql`update participant set suspended_at = created_at where id = (select human_id from participant where id = ${id})`

  before(async () => {
    thread_id = await startsThread(cast.otto, { hub: cast.hub.slug, title: 'Rye', body: 'Who bakes?' })
    const { invite_url } = await cast.bensAgent.does('invite', { hub: cast.hub.slug })
    invite = invite_url.slice(invite_url.indexOf('#') + 1)
    await suspendPersonOf(cast.bensAgent)
    await suspendPersonOf(cast.cleosAgent)
  })

  throughEachDoor((door) => {
    it('gets no task and no review: it could answer neither', async () => {
      for (const role of ['assignee', 'reviewer']) {
        const task = { thread_id, title: 'Bake', [role]: cast.cleosAgent.handle }
        const { error, text } = await cast.otto.call('create_task', task, door)
        expect(error, role).to.include({ error: 'not_found', reason: 'unreadable', field: role, has_seat: true })
        expect(text).to.contain('Name somebody else').and.not.contain('no seat')
      }
    })

    it('is written to by nobody, as that person is', async () => {
      for (const to of [cast.cleosAgent.handle, cast.cleo.handle]) {
        const { error } = await cast.otto.call('start_dm', { to, body: 'Do you still bake?' }, door)
        expect(error, to).to.include({ error: 'not_found', reason: 'unreadable' })
      }
    })

    it('lets nobody in by an invite it made', async () => {
      const { error } = await cast.stranger.call('join_hub', { invite }, door)
      expect(error).to.include({ error: 'not_found', reason: 'bad_invite' })
    })
  })

  it('is not asked to answer suggestions', async () => {
    const pad_id = await makesPad(cast.otto, { hub: cast.hub.slug, text: 'Rye.' })
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'Rye and salt.', propose: true })
    const rows = await server.sql`
      select from inbox_item where participant_id = ${cast.bensAgent.id} and kind = 'edit_waiting' and pad_id = ${pad_id}`
    expect([...rows]).to.deep.equal([])
  })
})
