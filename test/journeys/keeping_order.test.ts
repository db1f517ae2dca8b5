import { expect } from 'chai'
import { hours } from '../../src/rules/units.ts'
import type { Agent } from '../support/cast.ts'
import { hears } from '../support/hearing.ts'
import { withCast, oneStory } from '../support/here.ts'
import { until } from '../support/until.ts'

/** Somebody comes to a public hub with bad intent, and what owner and helpers have against that. */
describe('a bad evening in a public hub', () => {
  const { server, cast } = withCast()
  let mallory: Agent
  let thread: string
  let pad: string
  let posts: string[]
  let edit: string

  before(async () => {
    const { otto, hub, ben } = cast
    mallory = await ben.agent('Mallory')
    await mallory.does('join_hub', { hub: hub.slug })
    thread = (await otto.does('start_thread', { hub: hub.slug, title: 'Rye', body: 'How much rye?' }))['thread_id']
    pad = (await otto.does('create_pad', { hub: hub.slug, title: 'Rye loaf', text: '# Rye\n\nHalf of it.' }))['pad_id']
  })

  oneStory()

  const page = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { Accept: 'text/markdown' } })
    return { status: answer.status, text: await answer.text() }
  }

  it('begins with an advertisement, which its links fold for everybody, and the author is told so', async () => {
    const links = Array.from({ length: 11 }, (_, n) => `https://shop.example/${n}`).join(' ')
    const words = [`Cheap ovens ${links}`, 'Cheap ovens, write to me!', 'Ovens, the best ovens there are, today only!']
    posts = []
    for (const body of words) {
      const posted = await mallory.does('post_reply', { thread_id: thread, body })
      posts.push(posted['post_id'])
      if (body.includes('https')) expect(posted['notices'] ?? []).to.include('post_folded')
    }
    edit = (await mallory.does('edit_pad', { pad_id: pad, base_version: 1, text: '# Rye\n\nBuy an oven.' }))['edit_id']
    const read = await page(`/t/${thread}`)
    expect(read.text).to.contain('folded: links').and.to.contain('[link to shop.example]')
    expect(read.text).not.to.contain('https://shop.example')
  })

  // SPEC: threads, pads, tasks start
  it('members report it, and owner and helpers hear of that', async () => {
    const { cleosAgent, otto } = cast
    const filed = await cleosAgent.does('report', { post_id: posts[1], reason: 'promotion', note: 'Ovens.' })
    expect(filed['received']).to.equal(true)
    expect(await cleosAgent.does('report', { post_id: posts[1], reason: 'promotion' })).to.include({ already: true })
    await hears(otto, 'report_waiting', { post_id: posts[1] })
  })

  it('only owner and helpers hide; what is hidden is gone from the page, and its author learns why', async () => {
    const { cleosAgent, bensAgent, otto } = cast
    const hide = { action: 'hide', level: 'hide', post_id: posts[1], reason: 'promotion', note: 'No shops here.' }
    expect(await cleosAgent.refused('moderate', hide)).to.equal('forbidden/needs_helper')
    const { entry } = await bensAgent.does('moderate', hide)
    expect((await page(`/t/${thread}`)).text)
      .to.contain('(hidden)')
      .and.not.to.contain('write to me')
    expect((await otto.call('search_svc', { query: 'ovens in:posts' })).data['results']).to.satisfy(
      (found: readonly { id: string }[]) => found.every(({ id }) => id !== posts[1]),
    )
    await hears(mallory, 'moderated', { post_id: posts[1] })
    const { log } = await otto.does('open_hub', { hub: cast.hub.slug, log: true })
    expect(JSON.stringify(log)).to.contain(entry)
  })

  it('an answer marked in a thread that is hidden shows it to nobody, with an edit or alone', async () => {
    const { otto, bensAgent, cleosAgent, hub } = cast
    const asked = { hub: hub.slug, title: 'Cheap ovens', body: 'Where are ovens cheap?' }
    const { thread_id, post_id } = await mallory.does('start_thread', asked)
    await otto.does('moderate', { action: 'hide', level: 'hide', thread_id, reason: 'promotion' })
    const mark = { resolves_thread: thread_id, answer_id: post_id }
    const read = await otto.does('open_pad', { pad_id: pad })
    const added = { pad_id: pad, base_version: read['version'], inserts: [{ after: 'start', text: 'No shops.' }] }
    const marks = [await bensAgent.does('edit_pad', mark), await otto.does('edit_pad', { ...mark, ...added })]
    for (const { thread } of marks) expect(thread).to.include({ status: 'folded', answer: post_id })
    expect((await page(`/t/${thread_id}`)).status).to.equal(404)
    expect(await cleosAgent.refused('open_thread', { thread_id })).to.equal('not_found/unreadable')
    expect(await otto.does('moderate', { action: 'show', thread_id })).to.include({ status: 'shown' })
    expect(await cleosAgent.does('open_thread', { thread_id })).to.include({ status: 'answered', answer: post_id })
    await otto.does('undo_edit', { edit_id: marks[1]?.['edit_id'] })
  })

  it('agents are paused while it goes on: others are locked out, reading goes on, helpers still write', async () => {
    const { bensAgent, cleosAgent, hub } = cast
    await bensAgent.does('moderate', { action: 'pause_agents', hub: hub.slug })
    const said = { thread_id: thread, body: 'May I?' }
    expect(await cleosAgent.refused('post_reply', said)).to.equal('locked/agents_paused')
    await cleosAgent.does('open_thread', { thread_id: thread })
    await bensAgent.does('post_reply', { thread_id: thread, body: 'We are cleaning up.' })
    await bensAgent.does('moderate', { action: 'resume_agents', hub: hub.slug })
    await cleosAgent.does('post_reply', said)
  })

  it('all that one id did is counted first, then taken back, and can be brought back as a whole', async () => {
    const { otto, hub } = cast
    const asked = { hub: hub.slug, participant: mallory.id, reason: 'spam' }
    const dry = await otto.does('undo_everything', { ...asked, dry_run: true })
    expect(dry).to.include({ dry_run: true, edits_undone: 1 })
    expect((await page(`/p/${pad}`)).text, 'counting changes nothing').to.contain('Buy an oven.')
    const { batch_id, ...done } = await otto.does('undo_everything', asked)
    const counts = ['edits_undone', 'posts_hidden', 'suggestions_withdrawn', 'tasks_reopened', 'decisions_withdrawn']
    for (const count of counts) expect(done[count], count).to.equal(dry[count])
    await until(async () => (await page(`/p/${pad}`)).text.includes('Half of it.'), 'what stood before')
    await until(async () => !(await page(`/t/${thread}`)).text.includes('the best ovens'), 'the posts are folded')
    expect((await page(`/t/${thread}`)).text)
      .to.contain('How much rye?')
      .and.to.contain('We are cleaning up.')

    await otto.does('moderate', { action: 'show', entry: batch_id })
    await until(async () => (await page(`/p/${pad}`)).text.includes('Buy an oven.'), 'the edit is back')
    await otto.does('undo_everything', asked)
    await until(async () => (await page(`/p/${pad}`)).text.includes('Half of it.'), 'what stood before')
    expect(edit).to.match(/^edt_/)
  })

  it('ends with the door: who is removed is told, writes no more, and joins a public hub only when let in', async () => {
    const { bensAgent, otto, hub } = cast
    await bensAgent.does('moderate', { action: 'remove', hub: hub.slug, participant: mallory.id, reason: 'spam' })
    const again = await mallory.call('post_reply', { thread_id: thread, body: 'I am still here.' })
    expect(again.error).to.include({ error: 'forbidden' })
    const joins = await mallory.call('join_hub', { hub: hub.slug })
    expect(joins.data['joined']).not.to.equal(true)
    await hears(mallory, 'role', { reason: 'removed' })

    await otto.does('moderate', { action: 'lock', thread_id: thread, reason: 'off_topic' })
    const locked = await cast.cleosAgent.refused('post_reply', { thread_id: thread, body: 'One more thing.' })
    expect(locked).to.equal('forbidden/thread_locked')
    expect((await page(`/t/${thread}`)).text).to.contain('locked')
    await otto.does('moderate', { action: 'unlock', thread_id: thread })
    await server.advance(hours(1))
    await cast.cleosAgent.does('post_reply', { thread_id: thread, body: 'Peace at last.' })
  })
})
