import { expect } from 'chai'
import { hours, minutes } from '../../../src/rules/units.ts'
import type { AtScreen } from '../../support/at_screen.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('Home, after a while away', () => {
  const { server, cast } = withCast()
  let ada: AtScreen
  let ben: AtScreen
  let pad_id: string
  let other_pad: string
  let thread_id: string
  let left: number

  const home = async (who = ada): Promise<any> => {
    await server.landed()
    await server.parts.credentials.flush()
    return (await who.app('ui_home')).body['view']
  }
  const linesOf = async (kind: string): Promise<any[]> => (await home()).away.filter((line: any) => line.kind === kind)
  const pad = async (title: string): Promise<string> =>
    (await ada.does('ui_create_pad', { hub: cast.hub.slug, title, text: '# Prices\n\nFlour 1.18.' }))['pad_id']

  before(async () => {
    ;({ ada, ben } = cast)
    await ben.does('ui_join_hub', { hub: cast.hub.slug })
    await ada.does('ui_set_role', { hub: cast.hub.slug, participant: ben.id, role: 'helper' })
    pad_id = await pad('House bread')
    other_pad = await pad('Rota')
    ;({ thread_id } = (await ben.does('ui_start_thread', {
      hub: cast.hub.slug,
      title: 'Too wet?',
      body: '78 per cent.',
    })) as { thread_id: string })
    await ada.does('ui_open_thread', { thread_id })
    await until(async () => (await home()).last.length > 0, 'the read mark')
  })

  it('says nothing of an earlier visit to somebody who was never here before', async () => {
    await server.advance(minutes(2))
    const view = await home()
    expect(view).not.to.have.property('since')
    expect(view.last).to.deep.equal([{ id: thread_id, title: 'Too wet?' }])
    left = server.parts.clock.now()
  })

  it('begins where the visit before ended, and keeps that while this one lasts', async () => {
    await server.advance(hours(3))
    const { since } = await home()
    expect(Date.parse(since)).to.be.closeTo(left, 5 * minutes(1))
    await server.advance(minutes(5))
    expect((await home()).since).to.equal(since)
  })

  it('shows what an agent of theirs changed, with the edit that one click takes back', async () => {
    const said = { pad_id, base_version: 1, text: '# Prices\n\nFlour 1.41.', note: 'New list' }
    const { edit_id } = await cast.otto.does('edit_pad', said)
    const [line] = await linesOf('edit')
    expect(line).to.deep.include({
      edit_id,
      pad: { id: pad_id, title: 'House bread' },
      edits: 1,
      undoable: true,
      note: 'New list',
    })
    expect(line.section.heading).to.equal('Prices')
    expect(line.by).to.include({ id: cast.otto.id, name: 'Otto' })
    await ada.does('ui_undo_edit', { edit_id: line.edit_id })
    expect((await linesOf('edit'))[0]).to.include({ edit_id, undoable: false })
    // her own undo is no news to her
    expect(await linesOf('taken_back')).to.deep.equal([])
  })

  it('shows what somebody else took back of it, with why', async () => {
    const { edit_id } = await cast.otto.does('edit_pad', { pad_id: other_pad, base_version: 1, text: 'On paper.' })
    const undone = await cast.bensAgent.does('undo_edit', { edit_id, note: 'We agreed.' })
    const [line] = await linesOf('taken_back')
    expect(line).to.deep.include({
      edit_id: undone['edit_id'],
      pad: { id: other_pad, title: 'Rota' },
      note: 'We agreed.',
      undoable: true,
    })
    expect(line.by).to.include({ id: cast.bensAgent.id })
    expect(line.of).to.include({ id: cast.otto.id })
  })

  it('shows a thread they read that went on, with who wrote and whose answer was marked', async () => {
    const { post_id } = await cast.cleosAgent.does('post_reply', { thread_id, body: 'Try 75.' })
    await ben.does('ui_post', { thread_id, body: 'It held.' })
    await ben.does('ui_mark_answer', { thread_id, post_id })
    const [line] = await linesOf('thread')
    expect(line).to.deep.include({ thread: { id: thread_id, title: 'Too wet?' }, by_people: 1, by_agents: 1 })
    expect(line.answered_by).to.include({ id: cast.cleosAgent.id })
    expect(line.by).to.include({ id: ben.id })
  })

  it('shows the tasks that agents of theirs took, and what each agent does now', async () => {
    const { task_id } = await ben.does('ui_create_task', { thread_id, title: 'Ask the mill' })
    await cast.otto.does('update_task', { task_id, action: 'start' })
    const view = await home()
    const [line] = view.away.filter(({ kind }: any) => kind === 'task')
    expect(line).to.deep.include({ task: { id: task_id, title: 'Ask the mill' }, state: 'working' })
    const [otto] = view.agents
    expect(otto.agent).to.include({ id: cast.otto.id, name: 'Otto' })
    expect(otto.task).to.include({ id: task_id, title: 'Ask the mill', state: 'working', thread_id })
    expect(otto).to.include({ edits: 2, posts: 0 })
    expect(otto).to.have.property('last_call_at')
    expect(otto).not.to.have.any.keys('paused', 'keyless', 'key_ends_at')

    await ada.does('ui_pause_agents', { agent_id: cast.otto.id, paused: true })
    expect((await home()).agents[0]).to.include({ paused: true })
    await ada.does('ui_pause_agents', { agent_id: cast.otto.id, paused: false })
    await cast.otto.does('update_task', { task_id, action: 'block', note: 'They want a call.' })
    expect((await linesOf('task'))[0]).to.include({ state: 'blocked', note: 'They want a call.' })
  })

  it('shows an agent that never came', async () => {
    await cast.ada.settings('create-agent', { name: 'Crumb', runs_on: 'Codex' })
    const crumb = (await home()).agents.at(-1)
    expect(crumb.agent).to.include({ name: 'Crumb' })
    expect(crumb).not.to.have.property('last_call_at')
  })

  it('says in words what inbox items are about, and nothing of what went out of sight', async () => {
    await cast.bensAgent.does('post_reply', { thread_id, body: `@${cast.ada.handle} is that so?` })
    const mention = async (): Promise<any> =>
      (await linesOf('told')).map(({ item }) => item).find(({ kind }) => kind === 'mention')
    const { about } = await mention()
    expect(about.thread).to.include({ id: thread_id, title: 'Too wet?' })
    expect(about.said).to.equal(`@${cast.ada.handle} is that so?`)
    expect(about.from).to.include({ name: 'Bens agent' })
    expect(about.hub).to.include({ slug: cast.hub.slug })

    const dan = await cast.stranger.does('create_hub', { title: 'Elsewhere' })
    const { thread_id: closed } = await cast.stranger.does('start_thread', {
      hub: dan['slug'],
      title: 'Ours',
      body: 'x',
    })
    await server.seat(dan['hub_id'], ada.id, cast.stranger.id)
    await cast.stranger.does('post_reply', { thread_id: closed, body: `@${cast.ada.handle} secret` })
    const told = async () => {
      const { view } = (await ada.app('ui_inbox')).body
      return view.items.find(({ kind, thread_id: of }: any) => kind === 'mention' && of === closed)
    }
    await server.landed()
    expect((await told()).about).to.include({ said: `@${cast.ada.handle} secret` })
    await server.sql`delete from seat where scope_id = ${dan['hub_id']} and participant_id = ${ada.id}`
    expect((await told()).about).not.to.have.any.keys('hub', 'thread', 'said')
  })

  it('says how the hubs stand', async () => {
    const section = (await ada.app('ui_open_pad', { pad_id })).body['data'].sections.at(-1).section_id
    await ben.does('ui_start_thread', {
      pad_id,
      anchor_block: section,
      flag_wrong: true,
      source: 'the mill',
      title: 'Wrong',
      body: 'x',
    })
    expect((await home()).hubs[0]).to.include({ slug: cast.hub.slug, disputed: 1, open: 1 })
  })

  it('says of a pad that an agent of theirs made that it began it, with no change and nothing to undo', async () => {
    const made = { hub: cast.hub.slug, title: 'What goes in', text: '## Flour\n\n- **Two** sacks' }
    const { pad_id: begun } = await cast.otto.does('create_pad', made)
    const line = (await linesOf('edit')).find(({ pad }) => pad.id === begun)
    expect(line).to.deep.include({ began: true, undoable: false, edits: 1 })
    expect(line).not.to.have.any.keys('changed', 'section')
    const page = await (await fetch(server.url, { headers: { Cookie: ada.session, Accept: 'text/html' } })).text()
    const shown = page.split('<li>').find((one) => one.includes(`<a href="/p/${begun}">`))
    expect(shown)
      .to.contain('began <bdi>What goes in</bdi>')
      .and.not.match(/Undo|##|\*\*/)
  })
})
