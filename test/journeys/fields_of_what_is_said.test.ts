import { expect } from 'chai'
import { parse } from 'yaml'
import { days, hours, minutes } from '../../src/rules/units.ts'
import { type Agent, register } from '../support/cast.ts'
import { jumpIn } from '../support/guest.ts'
import { withCast } from '../support/here.ts'
import { startsThread } from '../support/made.ts'

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The tables of a post's fields and of what else is shown, row by row. */
describe('the fields of posts, tasks, results, invites and participants', () => {
  const { server, cast } = withCast()
  let otto: Agent
  let slug: string
  let thread_id: string
  let first: string

  before(async () => {
    otto = cast.otto
    slug = cast.hub.slug
    const thread = await otto.does('start_thread', { hub: slug, title: 'Rye', body: 'Which rye is it?' })
    thread_id = thread['thread_id']
    first = thread['post_id']
  })
  beforeEach(() => server.advance(minutes(2)))

  const page = async (path: string): Promise<string> =>
    (await fetch(server.url + path, { headers: { Accept: 'text/markdown' } })).text()
  const frontMatter = async (path: string): Promise<Record<string, unknown>> =>
    parse(/^---\n([^]*?)\n---\n/.exec(await page(path))?.[1] ?? '') as Record<string, unknown>
  let said = 0
  const says = async (who: Agent, more: object = {}): Promise<string> =>
    (await who.does('post_reply', { thread_id, body: `Words ${++said}.`, ...more }))['post_id']
  /** The lines of a post on its own page, from its author on. */
  const shown = async (post_id: string): Promise<string> => {
    const text = await page(`/t/${thread_id}/m/${post_id}`)
    return text.slice(text.lastIndexOf('\n', text.lastIndexOf(post_id)) + 1)
  }

  describe('of a post', () => {
    // SPEC: Resources and their fields / Post > id msg
    // SPEC: Resources and their fields / Post > seq integer
    // SPEC: Resources and their fields / Post > thread thread id
    // SPEC: Resources and their fields / Post > created iso 8601
    it('are its id, its number in the thread, the thread and when it was made, in its front matter', async () => {
      const one = await says(cast.cleosAgent)
      const other = await says(cast.cleosAgent)
      const [before, after] = await Promise.all([one, other].map((id) => frontMatter(`/t/${thread_id}/m/${id}`)))
      expect(one).to.match(/^msg_/)
      expect(before).to.include({ id: one, type: 'post', thread: thread_id })
      expect(Number.isInteger(before?.['seq'])).to.equal(true)
      expect(after?.['seq']).to.equal(Number(before?.['seq']) + 1)
      expect(new Date(before?.['created'] as string).toISOString()).to.match(iso)
      expect(await page(`/t/${thread_id}/m/${one}`)).to.match(/\ncreated: "\d{4}-\d\d-\d\dT[\d:.]+Z"\n/)
    })

    // SPEC: Resources and their fields / Post > author name
    it('name its author, and mark an agent as one', async () => {
      expect(await shown(first)).to.match(/^Otto @otto\.ada · owner \(agent\) · /)
      await otto.does('update_hub', { hub: slug, accepts_guests: true })
      const open = await otto.does('start_thread', { hub: slug, title: 'Open', body: 'Come.', accepts_guests: true })
      const gus = await jumpIn(server, 'Gus', { thread: open['thread_id'] })
      await gus.does('ui_post', { thread_id: open['thread_id'], body: 'I came.' })
      expect(await page(`/t/${open['thread_id']}`))
        .to.contain('Gus @')
        .and.not.match(/^Gus .*\(agent\)/m)
    })

    // SPEC: Resources and their fields / Post > body max
    it('are a body of 20,000 characters at most, edited 20 times at most', async () => {
      const body = (length: number) => `${++said} `.padEnd(length, 'rye ')
      const post_id = await says(cast.cleosAgent, { body: body(20_000) })
      const long = await cast.cleosAgent.call('post_reply', { thread_id, body: body(20_001) })
      expect(long.error).to.include({ error: 'too_large', limit: 20_000 })
      const edit = () => cast.cleosAgent.call('post_reply', { edits_post: post_id, body: `Words ${++said}.` })
      for (let n = 1; n <= 20; n++) expect((await edit()).data, `edit ${n}`).to.include({ edits: n })
      expect((await edit()).error).to.include({ error: 'rate_limited', reason: 'post_edits' })
    })

    // SPEC: Resources and their fields / Post > reply to a msg
    it('are the id it replies to, nested one level, and a quote from the same thread alone', async () => {
      const reply = await cast.cleosAgent.does('post_reply', { thread_id, body: 'The dark.', reply_to: first })
      expect(reply['reply_to']).to.equal(first).and.match(/^msg_/)
      const to_that = { thread_id, body: 'Or the light.', reply_to: reply['post_id'] }
      expect((await cast.bensAgent.does('post_reply', to_that))['reply_to'], 'one level').to.equal(first)
      const other = await otto.does('start_thread', { hub: slug, title: 'Elsewhere', body: 'Not about rye at all.' })
      const quotes = (post_id: string, text: string) =>
        cast.bensAgent.call('post_reply', { thread_id, body: `As said ${++said}.`, quote: { post_id, text } })
      expect((await quotes(first, 'Which rye')).ok).to.equal(true)
      expect((await quotes(other['post_id'], 'Not about rye')).error).to.include({
        error: 'invalid',
        reason: 'quote_not_found',
      })
      const elsewhere = { thread_id, body: 'To that.', reply_to: other['post_id'] }
      expect((await cast.bensAgent.call('post_reply', elsewhere)).error).to.include({ reason: 'reply_other_thread' })
    })

    // SPEC: Resources and their fields / Post > marked as answer
    it('are the mark of the answer, on the post that answers the thread and on no other', async () => {
      const post_id = await says(cast.cleosAgent)
      await otto.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
      expect(await shown(post_id)).to.contain('marked as the answer')
      expect((await page(`/t/${thread_id}`)).match(/marked as the answer/g)).to.have.length(1)
      await otto.does('edit_pad', { resolves_thread: thread_id, unmark: true })
      expect(await shown(post_id)).not.to.contain('marked as the answer')
    })

    // SPEC: Resources and their fields / Post > folded reason
    // SPEC: Resources and their fields / Post > deleted / hidden
    it('are why it is folded, and (deleted) or (hidden) in place of words that are gone', async () => {
      const [folded, hidden, deleted] = [await says(cast.cleosAgent), await says(cast.cleosAgent), await says(otto)]
      expect(await shown(folded)).not.to.contain('folded')
      await otto.does('moderate', { action: 'hide', level: 'fold', post_id: folded, reason: 'off_topic' })
      expect(await shown(folded)).to.match(/ · folded: off_topic\n/)
      await otto.does('moderate', { action: 'hide', level: 'hide', post_id: hidden, reason: 'abuse' })
      await otto.does('undo_edit', { post_id: deleted })
      const text = await page(`/t/${thread_id}`)
      expect(text).to.match(new RegExp(`${hidden}[^\\n]*\\n\\(hidden\\)\\n`))
      expect(text).to.match(new RegExp(`${deleted}[^\\n]*\\n\\(deleted\\)\\n`))
    })
  })

  // SPEC: Task, result, DM, others > task made with create
  it('a task is made in a thread for one assignee or for anyone in it, and found as type task', async () => {
    const make = (more: object) => otto.call('create_task', { thread_id, title: 'Weigh the rye', ...more })
    const free = (await make({})).data['task_id']
    const given = (await make({ assignee: cast.bensAgent.handle })).data['task_id']
    expect((await make({ assignee: [cast.bensAgent.handle, cast.cleosAgent.handle] })).error).to.include({
      error: 'invalid',
    })
    const { tasks } = await otto.does('open_thread', { thread_id })
    const task = (id: string) => tasks.find(({ task_id }: any) => task_id === id)
    expect(task(free)).to.include({ state: 'open' }).and.not.have.property('assignee_id')
    expect(task(given)).to.include({ state: 'assigned', assignee_id: cast.bensAgent.id })
    const take = (task_id: string) => cast.cleosAgent.call('update_task', { task_id, action: 'take' })
    expect((await take(given)).error).to.include({ reason: 'task_taken' })
    expect((await take(free)).ok).to.equal(true)
    const found = await otto.does('search_svc', { query: 'weigh', type: 'task' })
    expect(found['results'].map(({ id }: any) => id)).to.have.members([free, given])
    expect(found['results'].every(({ type }: any) => type === 'task')).to.equal(true)
  })

  // SPEC: Task, result, DM, others > result submitted with submit
  it('a result is handed in with submit_result and points at a pad or a link', async () => {
    const { task_id } = await otto.does('create_task', { thread_id, title: 'Hand in' })
    const submit = (more: object) => cast.cleosAgent.call('submit_result', { task_id, summary: 'Done.', ...more })
    expect((await submit({})).error).to.include({ error: 'invalid', reason: 'needs_pad_or_link' })
    expect((await submit({ pad_id: cast.hub.front_pad.pad_id })).data).to.include({ state: 'done' })
    const again = await otto.does('create_task', { thread_id, title: 'Hand in a link' })
    const linked = { task_id: again['task_id'], link: 'https://rye.example/weighed' }
    expect(await cast.cleosAgent.does('submit_result', linked)).to.include({ state: 'done' })
  })

  // SPEC: Task, result, DM, others > dm opened with start
  it('a DM is opened with start_dm; a request to a stranger has 500 characters at most and no links', async () => {
    await server.advance(days(2))
    const [dora, eve] = [await cast.ada.agent('Dora'), await cast.ben.agent('Eve')]
    const ask = (body: string) => dora.call('start_dm', { to: eve.id, body })
    expect((await ask('x'.repeat(501))).error).to.include({ error: 'invalid', reason: 'request_too_long' })
    expect((await ask('See https://rye.example')).error).to.include({ error: 'invalid', reason: 'request_has_link' })
    expect((await ask('x'.repeat(500))).data).to.include({ status: 'requested' })
  })

  // SPEC: Task, result, DM, others > invite token dpi
  it('an invite has a token dpi_, lasts 14 days, for 1 to 1,000 uses, to a thread, a pad or a hub', async () => {
    const pad_id = cast.hub.front_pad.pad_id
    for (const [kind, place] of Object.entries({ thread: { thread_id }, pad: { pad_id }, hub: { hub: slug } })) {
      const made = await otto.does('invite', { ...place, uses: 1_000 })
      expect(made).to.include({ kind, uses: 1_000 })
      expect(made['invite_url']).to.match(/\/invite#dpi_[\w-]{43}$/)
      expect(Date.parse(made['expires_at']) - server.parts.clock.now()).to.be.closeTo(days(14), 10_000)
    }
    for (const uses of [0, 1_001])
      expect((await otto.call('invite', { hub: slug, uses })).error).to.include({ error: 'invalid' })
    expect((await otto.does('invite', { hub: slug }))['uses']).to.equal(1)
    const last = await otto.does('invite', { hub: slug })
    const join = () => cast.stranger.call('join_hub', { invite: last['invite_url'].split('#')[1] })
    await server.advance(days(14))
    expect((await join()).error).to.include({ error: 'not_found', reason: 'bad_invite' })
  })

  // SPEC: Task, result, DM, others > agent {id
  it('an agent is id, handle and displayName, called Agent where it gives no name, and its handle goes under its human’s', async () => {
    const register_ = async (body: object) => {
      const answer = await fetch(`${server.url}/api/v1/agents/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, agent: ((await answer.json()) as Record<string, any>)['agent'] }
    }
    const { agent } = await register_({})
    expect(agent).to.include.keys('id', 'handle', 'displayName')
    expect(agent.displayName).to.equal('Agent')
    expect(agent.handle).to.match(/^@[a-z][a-z0-9-]*$/)
    const long = await register_({ name: 'N'.repeat(80) })
    expect(long.agent.displayName).to.have.length(80)
    expect((await register_({ name: 'N'.repeat(81) })).status).to.equal(413)
    const { body } = await cast.ada.settings('create-agent', { name: 'Ida' })
    expect(body['agent'].handle).to.equal('@ida.ada')
  })

  // SPEC: Task, result, DM, others > guest person ppl
  it('a guest person has a ppl_ id and a name of 80 characters at most, held in each thread', async () => {
    await otto.does('update_hub', { hub: slug, accepts_guests: true })
    const open = (n: number) =>
      startsThread(otto, { hub: slug, title: `Guests ${n}`, body: `Come ${n}.`, accepts_guests: true })
    const [one, other] = [await open(1), await open(2)]
    const name = 'G'.repeat(80)
    expect((await jumpIn(server, name, { thread: one })).id).to.match(/^ppl_/)
    const refusal = (who: string) => jumpIn(server, who, { thread: one }).catch((error: Error) => error.message)
    expect(await refusal(name)).to.contain('409')
    expect(await refusal(`${name}G`)).to.contain('413')
    expect((await jumpIn(server, name, { thread: other })).id).to.match(/^ppl_/)
  })

  // SPEC: Task, result, DM, others > allowance {used
  // SPEC: What the service does > an identity with no
  it('an allowance is used, limit, remaining, per and resets_at: 20 a day without a human, none of a day with one', async () => {
    const lone = await register(server, 'Lone')
    const { slug: own } = await lone.does('create_hub', { title: 'Lone' })
    const { allowance } = await lone.does('create_pad', { hub: own, title: 'Counted' })
    const { resets_at, ...numbers } = allowance
    expect(numbers).to.deep.equal({ used: 1, limit: 20, remaining: 19, per: 'day' })
    expect(resets_at).to.match(iso)
    expect(Date.parse(resets_at) - server.parts.clock.now()).to.be.closeTo(hours(24), 10_000)
    const { body } = await cast.cleo.settings('link-code')
    await lone.does('link', { action: 'code', code: body['line'] })
    const linked = (await lone.does('create_pad', { hub: own, title: 'Uncounted' }))['allowance']
    expect(linked['per']).not.to.equal('day')
  })

  // SPEC: Task, result, DM, others > linked to {id
  // SPEC: Task, result, DM, others > link requests array of
  // SPEC: Events > link requests in a
  it('linked_to is id, name and handle; link_requests are name, handle and asked_at, as long as somebody asks', async () => {
    expect((await otto.does('show_svc'))['linked_to']).to.have.all.keys('id', 'name', 'handle')
    expect((await otto.does('show_svc'))['linked_to']).to.include({ name: 'Ada', handle: '@ada' })
    const lone = await register(server, 'Asked')
    const { link_url } = await lone.does('link', { action: 'new' })
    expect(await lone.does('show_svc')).not.to.have.any.keys('link_requests', 'linked_to')
    await cast.ben.settings('link-agent', { token: link_url.split('#')[1] })
    const [asked, ...more] = (await lone.does('show_svc'))['link_requests']
    expect(more).to.deep.equal([])
    expect(asked).to.have.all.keys('name', 'handle', 'asked_at')
    expect(asked).to.include({ name: 'Ben', handle: '@ben' })
    expect(asked.asked_at).to.match(iso)
    await lone.does('link', { action: 'decline', human: 'ben' })
    expect(await lone.does('show_svc')).not.to.have.property('link_requests')
  })
})
