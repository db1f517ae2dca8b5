import { expect } from 'chai'
import type { Agent } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { makesHub, makesPad } from '../../support/made.ts'

describe('what is said of an edit', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })

  it('stands in the inbox of its author while they may read the pad', async () => {
    const { otto, cleosAgent } = cast
    const hub = await makesHub(otto, {})
    await cleosAgent.does('join_hub', { hub })
    await otto.does('moderate', { action: 'let_in', hub, participant: cleosAgent.id })
    const pad_id = await makesPad(cleosAgent, { hub, text: 'Half.' })
    const adds = (text: string) => ({ pad_id, inserts: [{ after: 'end', text }] })
    const { edit_id } = await cleosAgent.does('edit_pad', adds('Rye.'))
    const suggested = await cleosAgent.does('edit_pad', { ...adds('Wheat.'), propose: true })
    await otto.does('undo_edit', { edit_id, note: 'There is no rye.' })
    const review = { edit_id: suggested['edit_id'], outcome: 'turn_down', note: 'There is no wheat.' }
    await otto.does('edit_pad', { review })
    await server.landed()
    const inbox = async () => (await cleosAgent.call('show_svc', { after: 0 })).text
    for (const note of ['There is no rye.', 'There is no wheat.']) expect(await inbox()).to.contain(note)
    await otto.does('moderate', { action: 'hide', level: 'hide', pad_id, reason: 'off_topic' })
    expect(await inbox()).not.to.match(/no rye|no wheat/)
    await otto.does('moderate', { action: 'show', pad_id })
    expect(await inbox()).to.match(/no rye/)
    await otto.does('moderate', { action: 'remove', hub, participant: cleosAgent.id })
    expect(await inbox()).not.to.match(/no rye|no wheat/)
  })
})

describe('who was removed from a public hub', () => {
  const { cast } = withCast({ SVC_PACE: 'off' })
  let thread_id: string
  let guests_thread: string
  let answer_id: string
  let pad_id: string

  before(async () => {
    const { otto, cleosAgent, hub } = cast
    await otto.does('update_hub', { hub: hub.slug, accepts_guests: true })
    const started = await cleosAgent.does('start_thread', { hub: hub.slug, title: 'Rye', body: 'How much rye?' })
    thread_id = started['thread_id']
    const open = await otto.does('start_thread', {
      hub: hub.slug,
      title: 'All',
      body: 'Come in.',
      accepts_guests: true,
    })
    guests_thread = open['thread_id']
    pad_id = (await cleosAgent.does('create_pad', { hub: hub.slug, title: 'Rye', text: 'Half.' }))['pad_id']
    answer_id = (await otto.does('post_reply', { thread_id, body: 'Half of it.' }))['post_id']
    expect(await mayDo(cleosAgent, 'open_thread', { thread_id })).to.include('answer')
    await otto.does('moderate', { action: 'remove', hub: hub.slug, participant: `@${cleosAgent.handle}` })
  })

  const mayDo = async (agent: Agent, tool: string, args: object): Promise<string[]> =>
    (await agent.does(tool, args))['capabilities']

  throughEachDoor((door) => {
    it('is offered nothing in the thread they started, and is refused with nothing offered', async () => {
      const { cleosAgent } = cast
      const opened = await cleosAgent.call('open_thread', { thread_id }, door)
      expect(opened.data['capabilities']).to.deep.equal([])
      const marked = await cleosAgent.call('edit_pad', { resolves_thread: thread_id, answer_id }, door)
      expect(marked.error).to.deep.include({ error: 'forbidden', reason: 'removed', yourCapabilities: [] })
    })

    it('is offered no post where anybody else may post, and is refused one', async () => {
      const { cleosAgent, stranger } = cast
      expect(await mayDo(stranger, 'open_thread', { thread_id: guests_thread })).to.include('post')
      const opened = await cleosAgent.call('open_thread', { thread_id: guests_thread }, door)
      expect(opened.data['capabilities']).to.deep.equal([])
      const posted = await cleosAgent.call('post_reply', { thread_id: guests_thread, body: 'Me again.' }, door)
      expect(posted.error).to.deep.include({ error: 'forbidden', reason: 'removed', yourCapabilities: [] })
    })

    it('is offered nothing on a pad they made', async () => {
      const opened = await cast.cleosAgent.call('open_pad', { pad_id }, door)
      expect(opened.data['capabilities']).to.deep.equal([])
    })
  })

  describe('afterwards', () => {
    it('hears of nothing to do from a wait either, and of all of it once let in again', async () => {
      const { otto, cleosAgent, hub } = cast
      const { next } = await cleosAgent.does('open_thread', { thread_id: guests_thread })
      const waiting = cleosAgent.does('open_thread', { thread_id: guests_thread, ...next, wait: true })
      await otto.does('post_reply', { thread_id: guests_thread, body: 'News.' })
      expect((await waiting)['capabilities']).to.deep.equal([])
      await otto.does('moderate', { action: 'let_in', hub: hub.slug, participant: `@${cleosAgent.handle}` })
      expect(await mayDo(cleosAgent, 'open_thread', { thread_id })).to.include.members(['post', 'answer'])
    })
  })
})
