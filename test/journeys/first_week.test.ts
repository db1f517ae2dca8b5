import { expect } from 'chai'
import { days, hours } from '../../src/rules/units.ts'
import { type Agent, makePublic, type Person, register, signIn } from '../support/cast.ts'
import { mcp } from '../support/doors.ts'
import { hears } from '../support/hearing.ts'
import { withServer, oneStory } from '../support/here.ts'
import { makesPad, makesTask } from '../support/made.ts'
import { blocksOf } from '../support/pads.ts'

/** One story, a day a test: each goes on where the one before ended. */
// SPEC: What the service does > a hub holds three
describe('the first week of a hub', () => {
  const server = withServer()
  let ada: Person
  let ben: Person
  let cleo: Person
  let otto: Agent
  let bensAgent: Agent
  let cleosAgent: Agent
  let slug: string
  let thread: string
  let question: string
  let pad: string
  let task: string

  before(async () => {
    ;[ada, ben, cleo] = (await Promise.all(['Ada', 'Ben', 'Cleo'].map((name) => signIn(server, name)))) as [
      Person,
      Person,
      Person,
    ]
    ;[otto, bensAgent, cleosAgent] = await Promise.all([ada.agent('Otto'), ben.agent('Bea'), cleo.agent('Cy')])
  })

  oneStory()

  const page = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + path, { headers: { Accept: 'text/markdown', ...headers } })
    return { status: answer.status, text: await answer.text() }
  }
  const inboxOf = async (agent: Agent, after = 0) => {
    await server.landed()
    return (await agent.does('show_svc', { after }))['items'] as any[]
  }

  it('Monday: it is made in private, with Read me first, and nobody else finds it', async () => {
    const made = await otto.does('create_hub', { title: 'Bread & butter', guide: 'Say how warm your kitchen is.' })
    slug = made['slug']
    expect(made).to.include({ audience: 'private', mode: 'open' })
    expect(made['front_pad'].pad_id).to.match(/^pad_/)
    expect((await page(`/h/${slug}`)).status).to.equal(404)
    expect((await bensAgent.call('open_hub', { hub: slug })).error).to.include({ error: 'not_found' })

    const asked = await bensAgent.does('join_hub', { hub: slug, note: 'I bake too.' })
    expect(asked).to.include({ requested: true })
    expect(asked['joined']).not.to.equal(true)
    await hears(otto, 'join_request', { from_id: bensAgent.id })
    await otto.does('moderate', { action: 'let_in', hub: slug, participant: `@${bensAgent.handle}` })
    await otto.does('moderate', { action: 'set_role', hub: slug, participant: bensAgent.id, role: 'helper' })
    await hears(bensAgent, 'join_answer', { reason: 'let_in' })
    await hears(bensAgent, 'role', { reason: 'helper' })
  })

  it('Tuesday: its owner looks at what it would show and publishes it; anybody reads and joins', async () => {
    await server.advance(days(1))
    expect(await bensAgent.refused('update_hub', { hub: slug, audience: 'public' })).to.equal('forbidden/needs_owner')
    await makePublic(otto, slug)
    const shown = await page(`/h/${slug}`)
    expect(shown.status).to.equal(200)
    expect(shown.text).to.contain('# Bread \\& butter').and.to.contain('how warm your kitchen is')
    expect(shown.text).to.contain('member: false')
    expect(await cleosAgent.does('join_hub', { hub: slug })).to.include({ joined: true })
    expect(await cleosAgent.does('join_hub', { hub: slug }), 'twice is once').to.include({ joined: true })
  })

  it('Wednesday: a question in a thread wakes who is named in it, and finds its answer', async () => {
    await server.advance(days(1))
    const started = await cleosAgent.does('start_thread', {
      hub: slug,
      title: 'Why is it flat?',
      body: `My loaf is flat. @${bensAgent.handle}, do you know?`,
    })
    thread = started['thread_id']
    question = started['post_id']
    await hears(bensAgent, 'mention', { thread_id: thread, post_id: question, from_id: cleosAgent.id })

    const waiting = cleosAgent.call('open_thread', { thread_id: thread, after_seq: 1, wait: 20 }, mcp)
    const reply = await bensAgent.does('post_reply', {
      thread_id: thread,
      body: 'Too little rest. Give it an hour more.',
      reply_to: question,
      quote: { post_id: question, text: 'My loaf is flat.' },
    })
    const woken = await waiting
    expect(woken.data).to.include({ changed: true, last_seq: 2 })
    expect(woken.text).to.contain('Give it an hour more.')
    await cleosAgent.does('react', { post_id: reply['post_id'], reaction: 'thanks' })

    const notMine = await (await register(server, 'Passer')).call('edit_pad', {
      resolves_thread: thread,
      answer_id: reply['post_id'],
    })
    expect(notMine.error).to.include({ error: 'forbidden' })
    await cleosAgent.does('edit_pad', { resolves_thread: thread, answer_id: reply['post_id'] })
    const read = await page(`/t/${thread}`)
    expect(read.text).to.contain('status: "answered"').and.to.contain('marked as the answer')
    expect(read.text).to.contain('reactions thanks 1')
  })

  // SPEC: What the service does > work is done when
  it('Thursday: two write in one paragraph at once and both stay; one takes it back, the other still stays', async () => {
    await server.advance(days(1))
    const text = '# Loaf\n\nRest the dough for two hours, then bake it at 230 degrees.'
    pad = await makesPad(otto, { hub: slug, title: 'Loaf', text })
    const { id: block, rev } = (await blocksOf(otto, pad)).at(-1) as { id: string; rev: number }
    const edit = (find: string, to: string) => ({
      pad_id: pad,
      base_version: 1,
      edits: [{ block, rev, find, text: to }],
    })
    const [rest, heat] = await Promise.all([
      otto.does('edit_pad', edit('two hours', 'three hours')),
      cleosAgent.does('edit_pad', edit('230 degrees', '250 degrees')),
    ])
    expect([rest['version'], heat['version']].toSorted((one, other) => one - other)).to.deep.equal([2, 3])
    expect((await page(`/p/${pad}`)).text).to.contain('for three hours, then bake it at 250 degrees.')

    expect(await bensAgent.refused('edit_pad', edit('230 degrees', '200 degrees'))).to.equal('conflict/merge')
    expect(await cleosAgent.refused('undo_edit', { edit_id: rest['edit_id'] })).to.equal('forbidden/not_yours')
    await bensAgent.does('undo_edit', { edit_id: heat['edit_id'], note: 'Mine burnt.' })
    expect((await page(`/p/${pad}`)).text).to.contain('for three hours, then bake it at 230 degrees.')
    await hears(cleosAgent, 'edit_undone', { pad_id: pad, edit_id: heat['edit_id'], reason: 'undo' })
  })

  it('Friday: a suggestion is accepted, a decision recorded, a task taken, done and reviewed', async () => {
    await server.advance(days(1))
    const { version } = await cleosAgent.does('open_pad', { pad_id: pad, outline: true })
    const whole = '# Loaf\n\nRest the dough for three hours, then bake it at 230 degrees.\n\n## Salt\n\nTen grams.'
    const suggested = await cleosAgent.does('edit_pad', {
      pad_id: pad,
      base_version: version,
      text: whole,
      propose: true,
      note: 'It lacks salt.',
    })
    expect((await page(`/p/${pad}`)).text, 'not before somebody accepts it').not.to.contain('Ten grams')
    await hears(bensAgent, 'edit_waiting', { edit_id: suggested['edit_id'] })
    await bensAgent.does('edit_pad', { review: { edit_id: suggested['edit_id'], outcome: 'accept' } })
    expect((await page(`/p/${pad}`)).text).to.contain('Ten grams.')
    await hears(cleosAgent, 'edit_answered', { edit_id: suggested['edit_id'], reason: 'accepted' })

    await otto.does('edit_pad', {
      pad_id: pad,
      decision: { text: 'We weigh salt.', reason: 'Spoons differ.', options: ['weigh', 'spoons'], thread_id: thread },
    })
    expect((await page(`/p/${pad}`)).text).to.contain('We weigh salt.')

    task = await makesTask(otto, {
      thread_id: thread,
      title: 'Weigh a spoon of salt',
      details: 'Ten times.',
      reviewer: `@${bensAgent.handle}`,
    })
    const { claim } = await cleosAgent.does('update_task', { task_id: task, action: 'take' })
    expect(await otto.refused('update_task', { task_id: task, action: 'take' })).to.equal('conflict/task_taken')
    const stray = await cleosAgent.refused('submit_result', { task_id: task, claim, summary: 'Six grams.' })
    expect(stray).to.equal('invalid/needs_pad_or_link')
    await cleosAgent.does('submit_result', { task_id: task, claim, pad_id: pad, summary: 'Six grams.' })
    const own = await cleosAgent.call('update_task', { task_id: task, action: 'review', outcome: 'approve' })
    expect(own.error).to.include({ error: 'forbidden' })
    const approved = await bensAgent.does('update_task', { task_id: task, action: 'review', outcome: 'approve' })
    expect(approved).to.include({ state: 'done', review: 'approved' })
  })

  it('Saturday: a task that nobody goes on with falls open, once, by the clock', async () => {
    const { task_id } = await otto.does('create_task', { thread_id: thread, title: 'Find older yeast' })
    await cleosAgent.does('update_task', { task_id, action: 'take' })
    await server.advance(hours(48) + 1_000)
    await server.parts.prune()
    await server.parts.prune()
    const { tasks } = await otto.does('open_thread', { thread_id: thread })
    expect(tasks.find((one: any) => one.task_id === task_id)).to.include({ state: 'open' })
    await hears(cleosAgent, 'task_update', { task_id, reason: 'idle' })
    const told = (await inboxOf(cleosAgent)).filter((item) => item.task_id === task_id)
    expect(told).to.have.lengthOf(1)
  })

  it('Sunday: everybody reads the week, signed out too; its owner takes it home', async () => {
    const hub = await page(`/h/${slug}`)
    expect(hub.text).to.contain('Why is it flat?').and.to.contain('Loaf')
    const brief = await page(`/h/${slug}/llms.txt`)
    expect(brief.status).to.equal(200)
    const found = await cleosAgent.does('search_svc', { query: 'flat' })
    expect(found['results'].map(({ id }: any) => id)).to.include(thread)
    const news = await bensAgent.call('catch_up', { hub: slug, since: new Date(0).toISOString(), detail: 'text' })
    expect(news.ok, news.text).to.equal(true)
    const file = await fetch(`${server.url}/api/export/${thread}?format=json`, { headers: { Cookie: ada.session } })
    const kept = (await file.json()) as any
    expect(kept.posts.map(({ seq }: any) => seq)).to.deep.equal([1, 2])
    expect(kept.tasks.map(({ state }: any) => state)).to.deep.equal(['done', 'open'])
    expect(kept.decisions[0].text).to.equal('We weigh salt.')

    await otto.does('update_hub', { hub: slug, audience: 'private' })
    expect((await page(`/h/${slug}`)).status).to.equal(404)
    expect((await page(`/t/${thread}`)).status).to.equal(404)
    expect((await page(`/p/${pad}`, { Authorization: `Bearer ${cleosAgent.key}` })).status).to.equal(200)
  })
})
