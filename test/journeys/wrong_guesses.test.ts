import { expect } from 'chai'
import { connect } from '../support/assistant.ts'
import { type Agent, type Person, register, signIn } from '../support/cast.ts'
import { mcp, rest } from '../support/doors.ts'
import { withServer } from '../support/here.ts'
import { makesHub, makesPad, makesTask } from '../support/made.ts'
import { sectionsOf } from '../support/pads.ts'

/** What models send who have not read a schema, or have read another one. */
describe('a wrong guess finds the way', () => {
  const server = withServer({ SVC_PACE: 'off' })
  let ada: Person
  let otto: Agent
  let hub: string

  before(async () => {
    ada = await signIn(server, 'Ada')
    otto = await ada.agent('Otto')
    hub = await makesHub(otto, { title: 'Orchard' })
  })

  const said = async (tool: string, args: object): Promise<string> => {
    const { ok, text } = await otto.call(tool, args, mcp)
    expect(ok, text).to.equal(true)
    return text
  }
  const refused = async (tool: string, args: object): Promise<string> => {
    const { ok, text } = await otto.call(tool, args, mcp)
    expect(ok, text).to.equal(false)
    return text
  }

  it('takes since for the version that open_pad goes on from, and a time for no version', async () => {
    const { pad_id } = await otto.does('create_pad', { hub, title: 'Since', text: '# One\n\nA line.' })
    await otto.does('edit_pad', { pad_id, base_version: 1, text: '# One\n\nA line.\n\n# Two\n\nMore.' })
    const { text, data } = await otto.call('open_pad', { pad_id, since: 1 })
    expect(text).to.include('More.').and.not.include('A line.')
    expect(data).to.not.have.property('ignored_args')
    expect((await otto.does('open_pad', { pad_id, since: '2026-11-22' }))['ignored_args']).to.deep.equal(['since'])
  })

  describe('in edit_pad', () => {
    const trees = '# Trees\n\nOld pears stand here.\n\n# Bees\n\nTwo hives by the wall.'
    const padOf = (text = trees) => makesPad(otto, { hub, title: 'Plan', text })
    const textOf = async (pad_id: string): Promise<string> => {
      const { text } = await otto.call('open_pad', { pad_id })
      return [...text.matchAll(/~~~~markdown\n([^]*?)\n~~~~/g)].map(([, fenced]) => fenced).join('\n\n')
    }

    it('takes block, rev and text side by side as one edit, find with them, and after with text as one insert', async () => {
      const pad_id = await padOf()
      const [first] = await sectionsOf(otto, pad_id)
      const paragraph = first!.blocks.at(-1)!
      await said('edit_pad', { pad_id, block: paragraph.id, rev: paragraph.rev, find: 'Old', replace: 'Young' })
      await said('edit_pad', { pad_id, block: paragraph.id, rev: paragraph.rev + 1, text: 'Plums.', base_version: 2 })
      await said('edit_pad', { pad_id, after: paragraph.id, text: 'And figs.' })
      await said('edit_pad', { pad_id, edits: { block: paragraph.id, rev: paragraph.rev + 2, text: 'Cherries.' } })
      expect(await textOf(pad_id)).to.equal('# Trees\n\nCherries.\n\nAnd figs.\n\n# Bees\n\nTwo hives by the wall.')
      await said('edit_pad', { pad_id, block: paragraph.id, rev: paragraph.rev + 3, text: '' })
      expect(await textOf(pad_id)).to.not.include('Cherries')
    })

    it('takes replace beside find in each of edits, and where text is sent empty', async () => {
      const pad_id = await padOf()
      const [first] = await sectionsOf(otto, pad_id)
      const { id: block, rev } = first!.blocks.at(-1)!
      await said('edit_pad', { pad_id, edits: [{ block, rev, find: 'Old', replace: 'Young' }] })
      await said('edit_pad', { pad_id, block, rev: rev + 1, find: 'Young', replace: 'Small', text: null })
      await said('edit_pad', { pad_id, block, rev: rev + 2, find: 'here', replace: 'there', text: '' })
      expect(await textOf(pad_id)).to.equal(trees.replace('Old', 'Small').replace('here', 'there'))
    })

    it('never takes words that were meant for one place for the whole text', async () => {
      const pad_id = await padOf()
      expect(await refused('edit_pad', { pad_id, base_version: 1, find: 'Old', text: 'Young' })).to.match(
        /edits\.0\.block is required/,
      )
      expect(await refused('edit_pad', { pad_id, base_version: 1, rev: 1, text: 'Young' })).to.match(/block/)
      expect(await textOf(pad_id)).to.equal(trees)
      const [, bees] = await sectionsOf(otto, pad_id)
      await said('edit_pad', { pad_id, base_version: 1, section_id: bees!.section_id, text: '# Bees\n\nNone.' })
      expect(await textOf(pad_id)).to.equal('# Trees\n\nOld pears stand here.\n\n# Bees\n\nNone.')
    })

    it('knows the place by its other names too, for beside an unknown one the text would be the whole pad', async () => {
      const pad_id = await padOf()
      const [first, bees] = await sectionsOf(otto, pad_id)
      const { id, rev } = first!.blocks.at(-1)!
      for (const [n, name] of ['block_id', 'paragraph', 'paragraph_id'].entries())
        await said('edit_pad', { pad_id, base_version: n + 1, [name]: id, rev: rev + n, text: `Pears ${n}.` })
      await said('edit_pad', { pad_id, base_version: 4, insert_after: id, text: 'And figs.' })
      await said('edit_pad', { pad_id, base_version: 5, section: bees!.section_id, text: '# Bees\n\nNone.' })
      expect(await textOf(pad_id)).to.equal('# Trees\n\nPears 2.\n\nAnd figs.\n\n# Bees\n\nNone.')
    })

    it('takes start and end in any case, and says what after takes where it is something else', async () => {
      const pad_id = await padOf()
      await said('edit_pad', { pad_id, inserts: [{ after: 'END', text: 'Last.' }] })
      await said('edit_pad', { pad_id, after: 'Start', text: 'First.' })
      expect(await textOf(pad_id)).to.equal(`First.\n\n${trees}\n\nLast.`)
      await said('edit_pad', { pad_id, after: 'END', text: 'Very last.', inserts: [{ after: 'START', text: 'Zero.' }] })
      expect(await textOf(pad_id)).to.equal(`Zero.\n\nFirst.\n\n${trees}\n\nLast.\n\nVery last.`)
      for (const after of [pad_id, 'the beginning', {}])
        expect(
          await refused('edit_pad', { pad_id, inserts: [{ after, text: 'No.' }] }),
          JSON.stringify(after),
        ).to.include('a block or section id, start or end')
      const cursor = await refused('show_svc', { after: 'the beginning' })
      expect(cursor).to.include('after must be a whole number')
      expect(cursor).not.to.include('block')
    })

    it('refuses a text that names both a block and a place after one, and leaves the pad as it was', async () => {
      const pad_id = await padOf()
      const [first] = await sectionsOf(otto, pad_id)
      const { id, rev } = first!.blocks.at(-1)!
      const both = { pad_id, base_version: 1, block: id, after: id, text: 'Young pears.' }
      for (const door of [mcp, rest]) {
        for (const sent of [both, { ...both, rev }, { ...both, after: 'start', find: 'Old' }]) {
          const { error } = await otto.call('edit_pad', sent, door)
          expect(error).to.include({ error: 'invalid', reason: 'one_of' })
          expect(error?.message).to.match(/\bblock\b.*\bafter\b/)
        }
      }
      expect((await otto.does('open_pad', { pad_id }))['version']).to.equal(1)
      expect(await textOf(pad_id)).to.equal(trees)
    })

    it('doubles no section whose whole text is sent for its heading’s block, and says what takes it', async () => {
      const pad_id = await padOf()
      const [, bees] = await sectionsOf(otto, pad_id)
      const { section_id, blocks } = bees!
      const [heading, hives] = blocks
      const text = '# Bees\n\nThree hives by the gate.'
      const one = { block: section_id, rev: heading!.rev, text }
      for (const door of [mcp, rest]) {
        for (const sent of [one, { ...one, base_version: 1 }, { edits: [one] }, { ...one, propose: true }]) {
          const { error } = await otto.call('edit_pad', { pad_id, ...sent }, door)
          expect(error).to.include({ error: 'invalid', reason: 'one_of', block: section_id })
          expect(error?.message).to.match(/section_id and base_version.*inserts/)
        }
      }
      expect(await textOf(pad_id)).to.equal(trees)
      // whoever says what becomes of the words below means what they send
      await said('edit_pad', { pad_id, edits: [one, { block: hives!.id, rev: hives!.rev, text: '' }] })
      expect(await textOf(pad_id)).to.equal(`# Trees\n\nOld pears stand here.\n\n${text}`)
      await said('edit_pad', { pad_id, base_version: 2, section_id, text: '# Bees\n\nNone.' })
      expect(await textOf(pad_id)).to.equal('# Trees\n\nOld pears stand here.\n\n# Bees\n\nNone.')
    })

    it('says nothing twice of what others added, when a newer text is sent with the rev or version of an older one', async () => {
      const pad_id = await padOf('# Oven\n\nIt heats slowly.')
      const { sections } = await otto.does('open_pad', { pad_id, blocks: true })
      const { id: block, rev } = sections[0].blocks[1]
      const added =
        'It heats slowly. The first bread goes in after an hour. It is eaten warm, with salt and some butter.'
      await said('edit_pad', { pad_id, block, rev, text: added })
      await said('edit_pad', { pad_id, base_version: 2, text: `# Oven\n\n${added}\n\nRolls go in last.` })
      const both = `${added.replace('an hour', 'two hours')} Not before.`
      const met = await refused('edit_pad', { pad_id, block, rev, text: both })
      expect(met).to.include(`block ${block} rev ${rev + 1}`)
      const whole = `# Oven\n\n${added}\n\nMind the door.\n\nRolls go in last.`
      await said('edit_pad', { pad_id, base_version: 2, text: whole })
      expect(await textOf(pad_id)).to.equal(whole)
    })

    it('says of a whole text that takes out more than half of it how that is taken back, in a dry run too', async () => {
      const pad_id = await padOf()
      const small = { pad_id, base_version: 1, text: 'Young pears.' }
      expect(await said('edit_pad', { ...small, dry_run: true })).to.match(
        /would take out \d+ of the \d+ characters that stood there/,
      )
      const saved = await said('edit_pad', small)
      const [, edit_id] = /took out \d+ of the \d+ characters .*undo_edit with edit_id (edt_\w+)/.exec(saved) ?? []
      await said('undo_edit', { edit_id })
      expect(await textOf(pad_id)).to.equal(trees)
      const more = await said('edit_pad', { pad_id, base_version: 3, text: `${trees} And a third one.` })
      expect(more).to.not.match(/took out/)
    })
  })

  describe('where an id, a slug or a token belongs', () => {
    let [thread, post, pad_id] = ['', '', '']
    before(async () => {
      const begun = await otto.does('start_thread', { hub, title: 'Pears', body: 'When?' })
      ;[thread, post] = [begun['thread_id'], begun['post_id']]
      pad_id = await makesPad(otto, { hub, title: 'Plan', text: 'Old.' })
    })

    it('takes whole links, and ids with something around them', async () => {
      const page = `${server.url}/t/${thread}`
      await said('open_thread', { thread_id: page })
      await said('open_thread', { thread_id: `\`${thread}\`.` })
      await said('react', { post_id: `${page}#${post}`, reaction: 'agree' })
      await said('open_pad', { pad_id: `${server.url}/p/${pad_id}.md?sections=1` })
      await said('open_hub', { hub: `${server.url}/h/${hub}` })
      const task = await makesTask(otto, { thread_id: page, title: 'Pick' })
      await said('update_task', { task_id: `${page}#${task}`, action: 'take' })
      await said('mint_subagent', { name: 'Picker', threads: page })
    })

    it('takes an invite link whole, in join_hub and in registering', async () => {
      const { invite_url } = await otto.does('invite', { hub, uses: 3 })
      const hal = await (await signIn(server, 'Ben')).agent('Hal')
      expect((await hal.does('join_hub', { invite: invite_url }))['joined']).to.equal(true)
      const made = await fetch(`${server.url}/api/v1/agents/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Stray', runs_on: 'a test', invite: `Join here: ${invite_url}` }),
      })
      expect(((await made.json()) as Record<string, unknown>)['scope_id']).to.match(/^hub_/)
    })

    it('names of an id of another kind the tool that takes it', async () => {
      expect(await refused('open_thread', { thread_id: pad_id })).to.include(
        `must be an id that starts with thr_: ${pad_id} is the id of a pad, and open_pad takes it as pad_id`,
      )
      expect(await refused('open_hub', { hub: thread })).to.include('open_thread takes it as thread_id')
      expect(await refused('open_pad', { pad_id: `${server.url}/t/${thread}` })).to.include('open_thread takes it')
      expect(await refused('update_task', { task_id: post, action: 'take' })).to.include('post_reply as reply_to')
      expect(await refused('open_thread', { thread_id: '@ada' })).to.include('@ada is somebody, and start_dm takes it')
    })

    it('takes a handle where the id of a DM belongs, for two have one, and the whole line in which somebody was shown', async () => {
      const { dm_id } = await otto.does('start_dm', { to: `Ada @${ada.handle} · your human`, body: 'It is done.' })
      expect(await said('post_reply', { dm_id: `@${ada.handle}`, body: 'All of it.' })).to.include(`2 in ${dm_id}`)
      const { with_id } = (await otto.does('list_dms'))['dms'][0]
      expect(await said('list_dms', { dm_id: with_id })).to.include('All of it.')
      for (const line of [`Otto ${otto.id} · ${dm_id}`, `Ada · ${with_id}`])
        expect(await said('list_dms', { dm_id: line }), line).to.include('All of it.')
      expect(await refused('list_dms', { dm_id: `Crumb @crumb · of ${with_id}` })).to.include('starts with dm_')
      const { thread_id } = await otto.does('start_thread', { hub, title: 'Mine', body: 'I do it.' })
      const mine = await otto.does('create_task', { thread_id, title: 'Prune', assignee: 'me' })
      expect(mine['assignee_id']).to.equal(otto.id)
      const { as } = await connect(server, ada)
      const answered = { as_agent: otto.handle, dm_id: `@${ada.handle}`, action: 'accept' }
      expect((await as.call('respond_to_dm', answered)).data).to.include({ dm_id, already: true })
      expect((await as.call('list_dms', { dm_id: `@${otto.handle}` })).text).to.include('It is done.')
      const unstorable = { as_agent: 'x\0', thread_id, title: 'Prune', assignee: 'me' }
      expect((await as.call('create_task', unstorable)).text).to.include('NUL')
      expect(await refused('list_dms', { dm_id: `${with_id}\0` })).to.include('NUL')
      await register(server, 'Stray')
      expect(await refused('post_reply', { dm_id: '@stray', body: 'Hello.' })).to.include('start_dm opens one')
      expect(await refused('list_dms', { dm_id: '@nobody.there' })).to.include('There is no such person or agent')
    })

    it('takes nobody from words that may mean another one', async () => {
      const { handle, id } = await ada.agent('Crumbs')
      for (const to of [
        `Crumb @crumb · of ${id} (agent)`,
        `@crumbs, reported by ${id}`,
        `${id} @${otto.handle}`,
        ...['_b', 'é', 'e\u0301', '.é', '-_'].map((rest) => `Ask @${handle}${rest}`),
        `Ask é@${handle}`,
      ])
        expect(await refused('start_dm', { to, body: 'Hello.' }), to).to.include('There is no such person or agent')
    })
  })

  describe('among the names of arguments', () => {
    it('says which were ignored, inside objects too, and which tool takes them', async () => {
      const made = await otto.call(
        'create_pad',
        { hub, title: 'Plan', text: 'Old.', propose: true, history: true },
        mcp,
      )
      expect(made.data['ignored_args']).to.deep.equal(['propose', 'history'])
      expect(made.text).to.include('does not take: propose (edit_pad takes it), history (open_pad takes it).')
      const { pad_id } = made.data
      const decided = await otto.call('edit_pad', { pad_id, decision: { text: 'By hand', mood: 'Softer' } }, mcp)
      expect(decided.data['ignored_args']).to.deep.equal(['decision.mood'])
      expect(decided.text).to.include('does not take: decision.mood.')
    })

    it('says beside what is missing what was sent instead, and what is taken', async () => {
      const { thread_id } = await otto.does('start_thread', { hub, title: 'Figs', body: 'When?' })
      expect(await refused('post_reply', { thread_id, answer: 'In May.' })).to.match(
        /body is required.* It takes no answer, but thread_id, .*body/,
      )
    })

    it('says what may stand where something is missing', async () => {
      expect(await refused('link', {})).to.include('action is required: one of code, confirm, decline, new, unlink')
      const { pad_id } = await otto.does('create_pad', { hub, title: 'Ends', text: 'One.' })
      expect(await refused('edit_pad', { pad_id, inserts: [{ text: 'Two.' }] })).to.include(
        'inserts.0.after is required: a block or section id, start or end',
      )
      expect(await refused('edit_pad', { pad_id, find: 'One', text: 'Two' })).to.include(
        'edits.0.block is required: open_pad with blocks true shows it',
      )
    })

    it('says between which numbers one has to be', async () => {
      expect(await refused('show_svc', { after: 0, wait: 60 })).to.include('wait must be 0 to 25, or true')
      expect(await refused('show_svc', { after: 0, limit: 5000 })).to.match(/limit must be 1 to \d+/)
    })
  })

  describe('in what a thing is by now', () => {
    it('is told of a conflict each block with its rev, right above the words to work into', async () => {
      const { pad_id } = await otto.does('create_pad', { hub, title: 'Plan', text: 'one two three' })
      const { sections } = await otto.does('open_pad', { pad_id, blocks: true })
      const { id: block, rev } = sections[0].blocks[0]
      await otto.does('edit_pad', { pad_id, block, rev, text: 'one 2 three' })
      const met = await refused('edit_pad', { pad_id, base_version: 1, text: 'one zwei three' })
      const [, named, now] = /\nblock ([0-9a-f]{8}) rev (\d+)\n~+markdown\none 2 three\n/.exec(met) ?? []
      await said('edit_pad', { pad_id, block: named, rev: Number(now), text: 'one zwei three' })
    })

    it('is told of a task the call that fits', async () => {
      const { thread_id } = await otto.does('start_thread', { hub, title: 'Plums', body: 'Ripe?' })
      const { task_id } = await otto.does('create_task', { thread_id, title: 'Pick' })
      expect(await refused('update_task', { task_id, action: 'unblock' })).to.match(
        /From here: update_task with action take.*; or submit_result with pad_id, edit_id or link\./,
      )
      expect(await said('update_task', { task_id, action: 'claim' })).to.match(/taken/)
      expect(await refused('update_task', { task_id, action: 'done' })).to.include(
        'call submit_result with its task_id',
      )
      await said('submit_result', { task_id, link: 'https://plums.example/basket' })
      expect(await refused('update_task', { task_id, action: 'approve' })).to.include('not_reviewer')
    })

    it('is told of a name that reaches nobody whom it may have been meant for', async () => {
      const maya = await signIn(server, 'Maya')
      const baker = await maya.agent('Baker')
      const { invite_url } = await otto.does('invite', { hub, uses: 1 })
      await baker.does('join_hub', { invite: invite_url })
      const [name] = baker.handle.split('.')
      const body = `@${name} and @nobody.at.all, when? Not @${otto.handle}.`
      const text = await said('start_thread', { hub, title: 'Bread', body })
      expect(text).to.include(`@${name} names nobody here. Did you mean @${baker.handle}?`)
      expect(text).to.match(/@nobody\.at\.all names nobody here\.(?! Did)/)
      expect(text).to.not.include(`@${otto.handle} names`)
      const thread_id = /(thr_\w+)/.exec(text)?.[1]
      expect(await said('post_reply', { thread_id, body: `@${name}?` })).to.include(`Did you mean @${baker.handle}?`)
      expect(await said('post_reply', { thread_id, body: `@${baker.handle}?` })).to.not.include('names nobody')
    })
  })
})
