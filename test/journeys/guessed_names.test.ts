import { expect } from 'chai'
import { type Agent, signIn } from '../support/cast.ts'
import { mcp, rest } from '../support/doors.ts'
import { withServer } from '../support/here.ts'

/** Names of arguments, and ids of other things, that can mean one thing only. */
describe('what a model sends under another name', () => {
  const server = withServer({ SVC_PACE: 'off' })
  let [otto, hal] = [] as unknown as [Agent, Agent]
  let [hub, hub_id, thread_id, post_id, pad_id, task_id] = ['', '', '', '', '', '']

  before(async () => {
    const [ada, ben] = await Promise.all(['Ada', 'Ben'].map((name) => signIn(server, name)))
    ;[otto, hal] = await Promise.all([ada!.agent('Otto'), ben!.agent('Hal')])
    const made = await otto.does('create_hub', { title: 'Orchard' })
    ;[hub, hub_id] = [made['slug'], made['hub_id']]
    await hal.does('join_hub', { invite: (await otto.does('invite', { hub }))['invite_url'] })
    const begun = await hal.does('start_thread', { hub, title: 'Frost', body: 'Two trees lost bark.' })
    ;[thread_id, post_id] = [begun['thread_id'], begun['post_id']]
    pad_id = (await otto.does('create_pad', { hub, title: 'Pruning', text: '# When\n\nIn March.' }))['pad_id']
    task_id = (await otto.does('create_task', { thread_id, title: 'Measure' }))['task_id']
  })

  it('is taken as meant, through both doors', async () => {
    const sent: [string, object][] = [
      ['open_hub', { hub_id }],
      ['open_hub', { slug: hub }],
      ['open_thread', { thread: thread_id }],
      ['open_pad', { pad: pad_id, section: undefined }],
      ['search_svc', { q: 'frost' }],
      ['show_svc', { cursor: 0 }],
      ['react', { message_id: post_id, emoji: '👍' }],
      ['post_reply', { thread_id, message: 'I look.' }],
      ['start_thread', { hub_id, subject: 'Ladders', message: 'Where?' }],
      ['create_task', { thread_id, title: 'Fetch', description: 'The long one.', assign_to: `@${hal.handle}` }],
      ['create_pad', { hub_id, name: 'Bees', content: 'Two hives.' }],
      ['update_task', { task: task_id, status: 'in_progress' }],
      ['start_dm', { recipient: `@${hal.handle}`, message: 'Hello.' }],
      ['undo_everything', { hub, user: `@${hal.handle}`, dry_run: true }],
      ['undo_everything', { hub, user: `@${hal.handle}`, preview: true }],
      ['show_svc', { after: 0, wait_seconds: 1 }],
      ['catch_up', { hub, cursor: '2026-01-01T00:00:00Z' }],
      ['mint_subagent', { name: 'Sub', thread_id }],
      ['edit_pad', { pad_id, base_version: 1, text: '# When\n\nIn May.', preview: true }],
    ]
    for (const door of [mcp, rest])
      for (const [tool, args] of sent) {
        const { ok, text, data } = await otto.call(tool, args, door)
        expect(ok, `${tool} ${JSON.stringify(args)}: ${text}`).to.equal(true)
        expect(data, tool).to.not.have.property('ignored_args')
      }
    const { text } = await otto.call('search_svc', { type: 'task', query: 'fetch' })
    expect(text).to.match(/assigned/)
  })

  it('leaves nothing out that was to hold a call back or to make it another', async () => {
    for (const door of [mcp, rest]) {
      const { data: pad } = await otto.call('create_pad', { hub, title: 'Grafts', text: '# How\n\nIn wax.' }, door)
      const [{ section_id }] = pad['sections']
      const about = { pad_id: pad['pad_id'], section_id, flags_wrong: true, source: 'The old book' }
      const flagged = await hal.call('start_thread', { title: 'Not so', body: 'In tar.', ...about }, door)
      expect(flagged.data).to.include({ dispute: 'open' })
      const suggested = await hal.call(
        'edit_pad',
        { pad_id: pad['pad_id'], base_version: 1, text: '# How\n\nIn tar.', suggest: true },
        door,
      )
      expect(suggested.data['edit']).to.include({ status: 'proposed' })
    }
    expect((await otto.does('open_pad', { pad_id }))['version']).to.equal(1)
  })

  it('names the hub beside what stands in it, as answers do, without being a second place', async () => {
    const named: [string, object][] = [
      ['invite', { thread_id, hub_id }],
      ['catch_up', { thread_id, hub_id }],
      ['start_thread', { pad_id, hub_id, title: 'Saws', body: 'Which?' }],
    ]
    for (const [tool, args] of named) {
      const { ok, text, data } = await otto.call(tool, args)
      expect(ok, `${tool}: ${text}`).to.equal(true)
      expect(data['ignored_args'], tool).to.deep.equal(['hub_id'])
    }
  })

  it('tells a post of a private thread from one that is nowhere in no way, whatever else was sent', async () => {
    const stranger = await (await signIn(server, 'Zoe')).agent('Zed')
    const nowhere = `msg_${'0'.repeat(26)}`
    for (const args of [{}, { body: 'Hello.' }, { body: 5 }])
      for (const field of ['thread_id', 'reply_to']) {
        const [hidden, none] = await Promise.all(
          [post_id, nowhere].map((id) => stranger.call('post_reply', { ...args, [field]: id })),
        )
        expect(hidden?.ok).to.equal(false)
        expect(JSON.stringify(hidden).replaceAll(post_id, '#')).to.equal(JSON.stringify(none).replaceAll(nowhere, '#'))
      }
  })

  it('is ignored beside the name that the tool takes, and never makes words the text of a whole pad', async () => {
    const { data } = await otto.call('post_reply', { thread_id, body: 'Meant.', message: 'Not meant.' })
    expect(data['ignored_args']).to.deep.equal(['message'])
    const { ok, text } = await otto.call('edit_pad', { pad_id, version: 1, heading: 'When', content: 'In May.' })
    expect([ok, text]).to.deep.equal([
      false,
      'Nothing to do: send text, edits, inserts, title, decision, review or resolves_thread. It takes no heading, content, but pad_id, base_version, text, section_id, edits, inserts, title, note, propose, decision, resolves_thread, answer_id, unmark, review, task_id, dry_run.',
    ])
  })

  it('finds the thread of a post or task, and the place of the post that is answered', async () => {
    for (const named of [post_id, task_id, `${server.url}/t/${thread_id}#${post_id}`])
      expect((await otto.call('open_thread', { thread_id: named })).text).to.include('Two trees lost bark.')
    for (const args of [{ reply_to: post_id }, { post_id }, { thread_id: post_id }]) {
      const { data } = await otto.call('post_reply', { ...args, body: `By ${Object.keys(args).join()}.` })
      expect(data).to.include({ thread_id, reply_to: post_id })
    }
    const { dm_id, post_id: said } = await otto.does('start_dm', { to: `@${hal.handle}`, body: 'Between us.' })
    expect(await hal.does('post_reply', { reply_to: said, body: 'Yes.' })).to.include({ dm_id })
    expect(await hal.does('post_reply', { thread_id: dm_id, body: 'Also so.' })).to.include({ dm_id })
  })

  it('says the same of a post in a place one cannot read, or in a DM of others, as of one that is nowhere', async () => {
    const stranger = await (await signIn(server, 'Eve')).agent('Eve')
    const { post_id: said } = await otto.does('start_dm', { to: `@${hal.handle}`, body: 'Only for you.' })
    const nowhere = post_id.replace(/.{6}$/, 'zzzzzz')
    for (const args of [(id: string) => ({ reply_to: id }), (id: string) => ({ thread_id: id })]) {
      const [hidden, dm, none] = await Promise.all(
        [post_id, said, nowhere].map((id) => stranger.call('post_reply', { ...args(id), body: 'Me too.' })),
      )
      expect(hidden!.error).to.include({ error: 'not_found', reason: 'unreadable' })
      expect(hidden!.error!.message).to.equal(none!.error!.message)
      expect(dm!.error!.message).to.equal(none!.error!.message)
    }
    const reads = await Promise.all([task_id, nowhere].map((id) => stranger.call('open_thread', { thread_id: id })))
    expect(reads[0]!.error).to.deep.equal(reads[1]!.error)
  })

  it('is reported or hidden itself where it stands for its thread, or refused', async () => {
    const { post_id: said } = await hal.does('post_reply', { thread_id, body: 'Buy now.' })
    for (const tool of ['report', 'moderate']) {
      const args = tool === 'report' ? { reason: 'spam' } : { action: 'hide', reason: 'spam' }
      expect(await otto.refused(tool, { ...args, thread_id: said, post_id }), tool).to.equal('invalid/schema')
      await otto.does(tool, { ...args, thread_id: said })
    }
    const own = await otto.does('create_task', { thread_id, title: 'Sell' })
    await hal.does('report', { thread_id: own['task_id'], reason: 'spam' })
    const hidden = await otto.refused('moderate', { action: 'hide', reason: 'spam', thread_id: own['task_id'] })
    expect(hidden).to.equal('invalid/schema')
    const targets = await server.sql`select target_id from report where hub_id = ${hub_id}`
    expect(targets.map(({ target_id }) => target_id)).to.have.members([said, own['task_id']])
    const folds = await server.sql`select target_id from fold where target_id in (${thread_id}, ${said}, ${post_id})`
    expect(folds.map(({ target_id }) => target_id)).to.deep.equal([said])
  })

  it('moves no task in another way than was meant, and pauses nobody else', async () => {
    const { task_id: open } = await otto.does('create_task', { thread_id, title: 'Prune' })
    for (const args of [{ action: 'assign' }, { action: 'assign', assignee: `@${hal.handle}` }]) {
      const { error } = await otto.call('update_task', { task_id: open, ...args })
      expect(error!.message).to.match(/call create_task with assignee\. action take makes it your own\./)
    }
    const given = await otto.call('update_task', { task_id: open, status: 'taken', assignee: `@${hal.handle}` })
    expect(given.error!.message).to.include('call create_task with assignee')
    const { error } = await otto.call('update_task', { task_id: open, action: 'accept' })
    expect(error!.message).to.match(/action take to do the task .* action review with outcome approve/)
    expect((await otto.call('search_svc', { type: 'task', query: 'prune' })).text).to.include('open')
    expect(await otto.does('update_task', { task_id: open, status: 'taken' })).to.include({ state: 'taken' })
    const all = await otto.call('moderate', { action: 'pause_agents', hub, agent: `@${hal.handle}` })
    expect(all.error!.message).to.include('send it without participant')
  })

  it('is named with the fields of the object it stood in, and an id that is missing with where it is listed', async () => {
    const decided = await otto.call('edit_pad', { pad_id, decision: { title: 'In March' } })
    expect(decided.text).to.match(/It takes no decision\.title, but decision\.text, decision\.reason, /)
    expect((await otto.call('open_pad', { hub })).text).to.include(
      'pad_id is required; open_hub with hub lists those of a hub',
    )
    const found = await otto.call('edit_pad', { pad_id, old_string: 'March', new_string: 'May' })
    expect(found.text).to.include('edits.0.block is required: open_pad with blocks true shows it')
    const { sections } = await otto.does('open_pad', { pad_id, blocks: true })
    const { id: block, rev } = sections[0].blocks[1]
    await otto.does('edit_pad', { pad_id, block, rev, old_string: 'March', new_string: 'May' })
    await otto.does('edit_pad', { pad_id, edits: [{ block, rev: rev + 1, old_text: 'May', new_text: 'June' }] })
    expect((await otto.call('open_pad', { pad_id })).text).to.include('In June.')
  })

  it('leads on where nothing was found, and where a list of tools names none', async () => {
    expect((await otto.call('search_svc', { query: 'lost bark' })).text).to.include(
      'What posts say is searched with in_posts true.',
    )
    expect((await otto.call('search_svc', { query: 'lost bark', in_posts: true })).text).to.include(post_id)
    expect((await otto.call('search_svc', { query: 'quince', in_posts: true })).text).to.match(
      /fewer words find more\.$/,
    )
    const listed = await fetch(`${server.url}/mcp?tools=open_pads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${otto.key}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const { result } = (await listed.json()) as { result: { tools: object[] } }
    expect(result.tools.length).to.be.greaterThan(20)
  })
})

/** What a stranger was told by words alone, and what was missing from them. */
describe('the words of an answer alone', () => {
  const server = withServer({ SVC_PACE: 'off' })
  let otto: Agent
  let [hub, thread_id, pad_id] = ['', '', '']

  before(async () => {
    otto = await (await signIn(server, 'Ada')).agent('Otto')
    hub = (await otto.does('create_hub', { title: 'Orchard' }))['slug']
    thread_id = (await otto.does('start_thread', { hub, title: 'Frost', body: 'Bark.' }))['thread_id']
    pad_id = (await otto.does('create_pad', { hub, title: 'Plan', text: '# One\n\nA.\n\n# Two\n\nB.' }))['pad_id']
  })

  it('bring back what undo_everything took, with the entry that they name', async () => {
    const { invite_url } = await otto.does('invite', { hub })
    const hal = await (await signIn(server, 'Ben')).agent('Hal')
    await hal.does('join_hub', { invite: invite_url })
    await hal.does('post_reply', { thread_id, body: 'Buy now.' })
    const { text } = await otto.call('undo_everything', { hub, participant: `@${hal.handle}` })
    const [, entry] = /moderate with action show and entry (\w+) brings all of it back/.exec(text) ?? []
    expect((await otto.call('moderate', { action: 'show', entry })).text).to.include('shown')
  })

  it('say of a dry run which sections it touches and takes out, and the open threads about them', async () => {
    const { sections } = await otto.does('open_pad', { pad_id, outline: true })
    const [one, two] = sections.map(({ section_id }: { section_id: string }) => section_id)
    const about = await otto.does('start_thread', { pad_id, section_id: two, title: 'Two?', body: 'Why?' })
    const dry = { pad_id, base_version: 1, text: '# One\n\nC.', dry_run: true }
    expect((await otto.call('edit_pad', dry)).text).to.include(
      `It touches sections ${one}, and takes out sections ${two}. Open threads about them: ${about['thread_id']}.`,
    )
    const small = { ...dry, text: '# One\n\nC.\n\n# Two\n\nB.' }
    expect((await otto.call('edit_pad', small)).text).to.match(new RegExp(`It touches sections ${one}\\.(?! Open)`))
  })

  it('tell somebody with a seat in a thread alone, and a sub-agent, where they are', async () => {
    const invited = await otto.does('invite', { thread_id })
    const made = await fetch(`${server.url}/api/v1/agents/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Stray', runs_on: 'Own code', invite: invited['invite_url'] }),
    })
    const { agent_key, next } = (await made.json()) as Record<string, any>
    expect(next[0]).to.deep.include({ tool: 'open_thread', args: { thread_id } })
    const home = await mcp.call(server.url, agent_key, 'show_svc')
    expect(home.text).to.include(`thread ${thread_id} · Frost`).and.not.include('You have no seat in a hub yet')
    const small = await otto.does('mint_subagent', { name: 'Small', pads: [pad_id] })
    const reached = await mcp.call(server.url, small['agent_key'], 'show_svc')
    expect(reached.text).to.include(`pad ${pad_id} · Plan`).and.include('Your key reaches that alone')
    expect(reached.text).to.not.include('join_hub')
    expect((await otto.call('show_svc')).text).to.not.include(thread_id)
  })

  it('say of somebody without a seat here how they get one, and of a renewed key that there is a newer one', async () => {
    const cleo = await (await signIn(server, 'Cleo')).agent('Cleos')
    const { text } = await otto.call('post_reply', { thread_id, body: `@${cleo.handle} look` })
    expect(text).to.include(`@${cleo.handle} has no seat here and is told nothing: invite makes a link for them.`)
    await cleo.does('rotate_key')
    expect((await cleo.call('show_svc')).text).to.include('Where you renewed it, use the newer one')
  })
})
