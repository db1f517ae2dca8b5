import { expect } from 'chai'
import { connect } from '../support/assistant.ts'
import type { Agent } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { sectionsOf } from '../support/pads.ts'
import { makesHub, makesPad, makesTask, startsThread } from '../support/made.ts'

/** Each answer says what happened, for the right cause, and what can be done next. */
describe('the words that an agent reads', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off', SVC_GUEST_AGENTS: '1', SVC_PUBLIC_THREADS: '1' })
  const refused = async (agent: Agent, tool: string, args: object): Promise<string> => {
    const { ok, text } = await agent.call(tool, args)
    expect(ok, text).to.equal(false)
    return text
  }
  const page = async (path: string): Promise<string> => (await fetch(`${server.url}${path}`)).text()

  it('handed the address of a private hub: how to get a key and ask for a seat; of nothing: where to begin', async () => {
    const slug = await makesHub(cast.otto, {})
    const missing = await page(`/h/${slug}`)
    expect(missing).to.contain('/llms.txt says how to get one').and.to.contain('join_hub')
    expect(await page('/h/no-such-hub')).to.equal(missing)
    expect(await page('/no/such/path')).to.contain('/llms.txt')
    for (const brief of ['.md', '/llms.txt'])
      expect(await page(`/h/${cast.hub.slug}${brief}`), brief).to.contain(`${server.url}/llms.txt says how to get one`)
  })

  it('registering for a hub that is not public: what can be done without a key', async () => {
    const body = JSON.stringify({ name: 'Newt', hub: await makesHub(cast.otto, {}) })
    const headers = { 'Content-Type': 'application/json' }
    const sent = await fetch(`${server.url}/api/v1/agents/register`, { method: 'POST', headers, body })
    const { error, message } = (await sent.json()) as Record<string, string>
    expect(error).to.equal('not_found')
    expect(message).to.contain('Register without hub').and.not.contain('show_svc')
  })

  it('with a private hub just made: nothing that would publish it', async () => {
    const { text } = await cast.otto.call('create_hub', { title: 'Mine' })
    expect(text).to.contain('Next: edit_pad').and.not.contain('audience public')
  })

  it('with a text of an older version that adds nothing: that others changed the pad, not that it reads like that', async () => {
    const { otto, bensAgent, hub } = cast
    const pad_id = await makesPad(otto, { hub: hub.slug, text: 'Beans.\n\nWater at seven.' })
    await bensAgent.does('edit_pad', { pad_id, base_version: 1, text: 'Beans and peas.\n\nWater at noon.' })
    const stale = { pad_id, base_version: 1, text: 'Beans and peas.\n\nWater at seven.' }
    expect(await refused(otto, 'edit_pad', stale))
      .to.contain('now at version 2')
      .and.contain('since_version 1')
      .and.not.contain('already reads like that')
    const same = { pad_id, base_version: 1, text: 'Beans and peas.\n\nWater at noon.' }
    expect(await refused(otto, 'edit_pad', same)).to.contain('already reads like that')
  })

  it('quoting a post that was deleted or hidden: that it was', async () => {
    const { otto, bensAgent, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'Go on.' })
    const post = async (body: string) => (await bensAgent.does('post_reply', { thread_id, body }))['post_id']
    const [gone, hidden] = [await post('Rye rises.'), await post('Rye falls.')]
    await bensAgent.does('undo_edit', { post_id: gone })
    await otto.does('moderate', { action: 'hide', level: 'hide', post_id: hidden })
    const quoting = (post_id: string) => ({ thread_id, body: 'Yes.', quote: { post_id, text: 'Rye' } })
    expect(await refused(otto, 'post_reply', quoting(gone))).to.contain('was deleted')
    expect(await refused(otto, 'post_reply', quoting(hidden))).to.contain('was hidden')
  })

  it('submitting the task of another: that it is theirs, not to take it, which would be refused too', async () => {
    const { otto, bensAgent, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'Who?' })
    const task_id = await makesTask(otto, { thread_id, assignee: bensAgent.handle })
    const words = await refused(otto, 'submit_result', { task_id, link: 'https://example.org/' })
    expect(words).to.contain('Somebody else has this task').and.not.contain('Take it')
  })

  it('mending a flagged section without being owner or helper: that the flag stays, and who settles it', async () => {
    const { otto, bensAgent, cleosAgent, hub } = cast
    const pad_id = await makesPad(otto, { hub: hub.slug, text: '# Steel\n\nTwelve beams.' })
    const [section] = await sectionsOf(otto, pad_id)
    const anchor_block = section!.section_id
    const flag = { title: 'Beams', body: 'Fourteen.', flag_wrong: true, source: 'the drawing' }
    const { thread_id } = await otto.does('start_thread', { pad_id, anchor_block, ...flag })
    const { id: block, rev } = section!.blocks.at(-1)!
    const edits = [{ block, rev, find: 'Twelve', text: 'Fourteen' }]
    const mended = await cleosAgent.call('edit_pad', { pad_id, edits, resolves_thread: thread_id })
    expect(mended.text).to.contain('Its flag stays: the owner or a helper settles it.')
    const again = { pad_id, inserts: [{ after: block, text: 'Checked.' }], resolves_thread: thread_id }
    expect((await bensAgent.call('edit_pad', again)).text).to.not.contain('Its flag stays')
  })

  it('reacting twice: that the reaction was there', async () => {
    const { otto, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'Fine.' })
    const [{ id: post_id }] = (await otto.does('open_thread', { thread_id }))['posts']
    const react = async (more: object = {}) => (await otto.call('react', { post_id, reaction: 'agree', ...more })).text
    expect(await react()).to.contain('Added agree')
    expect(await react()).to.contain('There was already your agree')
    expect(await react({ remove: true })).to.contain('Took back agree')
    expect(await react({ remove: true })).to.contain('There was no agree')
  })

  it('a number where an id belongs, nothing where words belong, two places: what belongs there', async () => {
    const { otto, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'Fine.' })
    const said = await refused(otto, 'post_reply', { thread_id, body: 'Yes.', reply_to: 1 })
    expect(said).to.contain('reply_to must be an id that starts with msg_')
    expect(await refused(otto, 'post_reply', { thread_id, body: '' })).to.contain('body must not be empty')
    const [{ id }] = (await otto.does('open_thread', { thread_id }))['posts']
    const both = await refused(otto, 'post_reply', { thread_id, edits_post: id, body: 'No.' })
    expect(both).to.contain('edits_post, not thread_id and edits_post')
  })

  it('a heading where the id of a section belongs, a number too small, a tool that is none: where the right one stands', async () => {
    const { otto, stranger, hub } = cast
    const { pad_id } = hub.front_pad
    const section = await refused(otto, 'open_pad', { pad_id, sections: ['Watering'] })
    expect(section).to.contain('with outline true those of sections alone')
    expect(await refused(otto, 'show_svc', { after: -1 })).to.contain('after must be at least 0')
    expect(await refused(otto, 'read_pad', { pad_id }))
      .to.contain('open_pad')
      .and.to.contain('tools/list')
    const asked = await refused(stranger, 'start_dm', { to: `@${otto.handle}`, body: 'Hello.' })
    expect(asked).to.contain('an @mention reaches them')
  })

  it('a part of a pad, or what is new in it: what was decided, and where the grounds stand', async () => {
    const { otto, hub } = cast
    const pad_id = await makesPad(otto, { hub: hub.slug, text: 'Rye.' })
    await otto.does('edit_pad', {
      pad_id,
      decision: { text: 'Bake at 230.', reason: 'Two pale loaves.', options: ['200'] },
    })
    const [{ section_id }] = (await otto.does('open_pad', { pad_id }))['sections']
    for (const part of [{ outline: true }, { sections: [section_id] }, { since_version: 1 }]) {
      const { text } = await otto.call('open_pad', { pad_id, ...part })
      expect(text, JSON.stringify(part)).to.contain('Bake at 230.').and.to.contain('open_pad with pad_id alone')
      expect(text, JSON.stringify(part)).to.not.contain('Two pale loaves.')
    }
    const { text } = await otto.call('open_pad', { pad_id })
    expect(text).to.contain('Two pale loaves.').and.not.contain('reasons and options of these')
  })

  it('JSON sent with a fence around it: to leave that out', async () => {
    const sent = await fetch(`${server.url}/api/v1/tools/show_svc`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${cast.otto.key}`, 'Content-Type': 'application/json' },
      body: '```json\n{}\n```',
    })
    expect(((await sent.json()) as Record<string, string>)['message']).to.contain('leave out the ```')
  })

  it('at home: how to find own tasks, and what is unread', async () => {
    const { otto, bensAgent, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'News.' })
    await makesTask(otto, { thread_id, assignee: bensAgent.handle })
    const { text } = await bensAgent.call('show_svc')
    expect(text).to.contain('search_svc with type task and assignee me').and.to.contain('unread: catch_up')
  })

  it('in a chat: to hand the person the page where they can do it', async () => {
    const { as: host } = await connect(server, cast.ada)
    const { slug: hub } = cast.hub
    const { text, error } = await host.call('invite', { hub })
    expect(text).to.contain('Give them act_url.')
    expect(error?.['act_url']).to.contain(`${server.url}/h/${hub}`)
  })
})
