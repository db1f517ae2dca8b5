import { expect } from 'chai'
import type { Agent } from '../support/cast.ts'
import { hours } from '../../src/rules/units.ts'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'
import { makesPad, startsThread } from '../support/made.ts'

describe('the agent of a suspended person', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let thread_id: string
  let invite: string
  let suggested: { readonly pad_id: string; readonly edit_id: string }
  const suspendPersonOf = ({ id }: Agent) =>
    server.sql`update participant set suspended_at = created_at where id = (select human_id from participant where id = ${id})`

  before(async () => {
    thread_id = await startsThread(cast.otto, { hub: cast.hub.slug, title: 'Rye', body: 'Who bakes?' })
    const { invite_url } = await cast.bensAgent.does('invite', { hub: cast.hub.slug })
    invite = invite_url.slice(invite_url.indexOf('#') + 1)
    const { slug } = await cast.otto.does('create_hub', { title: 'Checked', mode: 'checked' })
    await cast.cleosAgent.does('join_hub', { hub: slug })
    await cast.otto.does('moderate', { action: 'let_in', hub: slug, participant: cast.cleosAgent.id })
    const pad_id = await makesPad(cast.otto, { hub: slug, text: 'Flour and water, and a day of time. '.repeat(6) })
    const inserts = [{ after: 'end', text: 'Bake.' }]
    const { edit_id, edit } = await cast.cleosAgent.does('edit_pad', { pad_id, inserts, propose: true })
    expect(edit).to.include({ small: true })
    suggested = { pad_id, edit_id }
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

  it('has nothing of its own go in unchecked: what it suggested waits for an answer', async () => {
    const { pad_id, edit_id } = suggested
    await server.advance(hours(24) + 1)
    await server.fires()
    await server.landed()
    const { version, suggestions } = await cast.otto.does('open_pad', { pad_id })
    expect(version).to.equal(1)
    expect(suggestions[0]).to.include({ edit_id, status: 'proposed' }).and.not.to.have.property('goes_in_at')
    await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
    expect((await cast.otto.call('open_pad', { pad_id })).text).to.contain('Bake.')
  })
})
