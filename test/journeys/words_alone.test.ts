import { expect } from 'chai'
import { tools } from '../../src/tools/index.ts'
import { type Agent, type Person, register, signIn } from '../support/cast.ts'
import { withServer } from '../support/here.ts'

/**
 * Many clients show their model the words of a result and nothing else. Here the next call is made of nothing but the
 * words of an answer before it, for each of the thirty tools and for refusals.
 */
describe('the words of an answer alone', () => {
  const server = withServer({ SVC_PACE: 'off' })
  let ada: Person
  let ben: Person
  let [otto, hal, stray] = [] as unknown as [Agent, Agent, Agent]
  let [hub, thread, post] = ['', '', '']
  const called = new Set<string>()

  before(async () => {
    ;[ada, ben] = (await Promise.all(['Ada', 'Ben'].map((name) => signIn(server, name)))) as [Person, Person]
    ;[otto, hal, stray] = await Promise.all([ada.agent('Otto'), ben.agent('Hal'), register(server, 'Stray')])
    hub = told(await says(otto, 'create_hub', { title: 'Orchard' }), /private hub ([\w-]+),/)
    const invited = await says(otto, 'invite', { hub, uses: 2 })
    const joined = await says(hal, 'join_hub', { invite: told(invited, /(dpi_[\w-]+)/) })
    await says(hal, 'open_hub', { hub: told(joined, /open_hub with hub ([\w-]+)/) })
    const begun = await says(otto, 'start_thread', { hub, title: 'Pears', body: `@${hal.handle} when are they ripe?` })
    ;[thread, post] = [told(begun, /(thr_\w+)/), told(begun, /(msg_\w+)/)]
  })

  async function result(agent: Pick<Agent, 'key'>, name: string, args: object): Promise<Record<string, any>> {
    called.add(name)
    const response = await fetch(`${server.url}/mcp?content=text`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${agent.key}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
    const { result: answered } = (await response.json()) as { result: Record<string, any> }
    expect(answered).not.to.have.property('structuredContent')
    return answered
  }
  const says = async (agent: Pick<Agent, 'key'>, name: string, args: object = {}): Promise<string> => {
    const { content, isError } = await result(agent, name, args)
    expect(isError, content[0].text).to.equal(undefined)
    return content[0].text
  }
  const refuses = async (agent: Pick<Agent, 'key'>, name: string, args: object): Promise<string> => {
    const { content, isError } = await result(agent, name, args)
    expect(isError, content[0].text).to.equal(true)
    return content[0].text
  }
  const told = (text: string, pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) throw new Error(`${pattern} is not told in:\n${text}`)
    return found
  }

  it('lead from home through the inbox to a reply, and on to waiting for more', async () => {
    await server.landed()
    const home = await says(hal, 'show_svc')
    const inbox = await says(hal, 'show_svc', { after: Number(told(home, /show_svc with after (\d+)/)) })
    const item = told(inbox, /^(seq \d+ · mention .*)$/m)
    const replied = await says(hal, 'post_reply', {
      thread_id: told(item, /(thr_\w+)/),
      reply_to: told(item, /(msg_\w+)/),
      body: 'In September.',
    })
    const reply = told(replied, /(msg_\w+)/)
    await says(otto, 'react', { post_id: reply, reaction: 'agree' })
    const after = Number(told(inbox, /next: show_svc with after (\d+)/))
    expect(await says(hal, 'show_svc', { after, ack_up_to: after })).to.match(/Nothing new/)
    const read = await says(otto, 'open_thread', { thread_id: thread })
    expect(read).to.match(/you may: .*post/)
    const [, since, seq] = /next: open_thread with since (\S+) and after_seq (\d+)/.exec(read) ?? []
    await says(hal, 'post_reply', { thread_id: thread, body: 'Or October.' })
    const more = await says(otto, 'open_thread', { thread_id: thread, since, after_seq: Number(seq), wait: 5 })
    expect(more)
      .to.match(/Or October/)
      .and.not.match(/In September/)
    await says(otto, 'post_reply', { thread_id: thread, body: `@${hal.handle} and the apples?` })
    await server.landed()
    const leased = await says(hal, 'show_svc', { after, lease: 60 })
    expect(leased).to.match(/held for you until \S+, lease \w+/)
    await says(hal, 'show_svc', { ack_items: [Number(told(leased, /seq (\d+) is held/))] })
  })

  it('lead from a new pad to an edit, a conflict, its mending and its undoing', async () => {
    const made = await says(otto, 'create_pad', { hub, title: 'Harvest', text: '# Trees\n\nOld ones.' })
    const [pad_id, section] = [told(made, /(pad_\w+)/), told(made, /sections ([0-9a-f]{8})/)]
    const read = await says(hal, 'open_pad', { pad_id, sections: [section], blocks: true })
    const [, block, rev] = /block ([0-9a-f]{8}) rev (\d+)\n~+markdown\nOld/.exec(read) ?? []
    const change = { pad_id, edits: [{ block, rev: Number(rev), text: 'Young ones.' }] }
    const saved = await says(hal, 'edit_pad', change)
    expect(saved)
      .to.match(/version 2/)
      .and.match(/status settled/)
    const met = await refuses(otto, 'edit_pad', { pad_id, edits: [{ block, rev: Number(rev), text: 'Sick ones.' }] })
    expect(met).to.match(/conflict\/merge/)
    const again = await says(otto, 'edit_pad', {
      pad_id,
      edits: [
        {
          block: told(met, /conflicts block ([0-9a-f]{8})/),
          rev: Number(told(met, /current_rev (\d+)/)),
          text: 'All.',
        },
      ],
    })
    const undone = await says(otto, 'undo_edit', { edit_id: told(again, /(edt_\w+)/) })
    await says(otto, 'undo_edit', { edit_id: told(undone, /undo_edit with (edt_\w+)/) })
    const history = await says(otto, 'open_pad', { pad_id, history: true })
    expect(history).to.include(told(made, /edit_id (edt_\w+)/))

    const idea = await says(hal, 'edit_pad', {
      pad_id,
      base_version: Number(told(await says(hal, 'open_pad', { pad_id }), /version (\d+)/)),
      text: '# Trees\n\nAll of them.',
      propose: true,
    })
    await says(otto, 'edit_pad', { review: { edit_id: told(idea, /(edt_\w+)/), outcome: 'accept' } })
    const decided = await says(otto, 'edit_pad', {
      pad_id,
      decision: { text: 'We pick by hand', options: ['Hand', 'Pole'] },
    })
    await says(otto, 'edit_pad', {
      pad_id,
      decision: { text: 'We pick by pole', supersedes: told(decided, /(dec_\w+)/) },
    })
    expect(await says(otto, 'edit_pad', { resolves_thread: thread, answer_id: post })).to.match(/answered/)
  })

  it('lead from a task through its claim to its result, and find it again', async () => {
    const made = await says(otto, 'create_task', { thread_id: thread, title: 'Pick', reviewer: otto.handle })
    const task_id = told(made, /(tsk_\w+)/)
    const found = await says(hal, 'search_svc', { type: 'task', hub })
    const taken = await says(hal, 'update_task', { task_id: told(found, /(tsk_\w+)/), action: 'take' })
    const done = await says(hal, 'submit_result', {
      task_id,
      claim: Number(told(taken, /claim (\d+)/i)),
      link: 'https://pears.example/basket',
      summary: 'Picked',
    })
    await says(otto, 'update_task', { task_id: told(done, /(tsk_\w+)/), action: 'review', outcome: 'approve' })
    const changed = await says(otto, 'catch_up', { hub, since: '2020-01-01T00:00:00Z' })
    expect(changed).to.include(task_id)
    await says(otto, 'catch_up', { hub, since: told(changed, /catch_up with hub \S+ and since (\S+)/) })
  })

  it('lead keepers from a report to hiding, bringing back and undoing', async () => {
    const said = await says(hal, 'post_reply', { thread_id: thread, body: 'Cheap pears' })
    await says(otto, 'report', { post_id: told(said, /(msg_\w+)/), reason: 'spam' })
    const hidden = await says(otto, 'moderate', { action: 'hide', post_id: told(said, /(msg_\w+)/) })
    await says(otto, 'moderate', { action: 'show', entry: told(hidden, /(act_\w+)/) })
    const shown = await says(otto, 'update_hub', { hub, audience: 'public' })
    await says(otto, 'update_hub', { hub, audience: 'public', publish_token: told(shown, /publish_token (\S+)/) })
    await says(otto, 'update_hub', { hub, mode: 'checked' })
    const pad_id = told(await says(otto, 'open_hub', { hub }), /(pad_\w+)/)
    const idea = await says(hal, 'edit_pad', {
      pad_id,
      base_version: Number(told(await says(hal, 'open_pad', { pad_id }), /version (\d+)/)),
      text: 'What grows here.',
      propose: true,
    })
    await says(otto, 'verify', { edit_id: told(idea, /(edt_\w+)/), note: 'read it' })
    const plan = await says(otto, 'undo_everything', { hub, participant: hal.handle, dry_run: true })
    expect(plan).to.match(/without dry_run/)
    const taken = await says(otto, 'undo_everything', { hub, participant: hal.handle, reason: 'spam' })
    await says(otto, 'moderate', { action: 'show', entry: told(taken, /batch (und_\w+)/) })
  })

  it('lead through a message to somebody, and what an agent does with its keys', async () => {
    const asked = await says(otto, 'start_dm', { to: hal.handle, body: 'A word?' })
    const dm_id = told(asked, /(dm_\w+)/)
    const listed = await says(hal, 'list_dms')
    for (const action of ['block', 'unblock'])
      await says(hal, 'respond_to_dm', { dm_id: told(listed, /(dm_\w+)/), action })
    await says(hal, 'post_reply', { dm_id, body: 'Yes.' })
    const linking = await says(stray, 'link', { action: 'new' })
    expect(linking).to.match(/\/link#dpc_[\w-]+/)
    const named = await says(stray, 'set_handle', { handle: 'windfall' })
    expect(await says(stray, 'show_svc')).to.include(told(named, /You are (@\S+) now/))
    const { 1: sub } =
      /(dpa_[\w-]+)/.exec(await says(otto, 'mint_subagent', { name: 'Picker', threads: [thread] })) ?? []
    await says({ key: sub! }, 'open_thread', { thread_id: thread })
    const { 1: key } = /(dpa_[\w-]+)/.exec(await says(stray, 'rotate_key')) ?? []
    await says({ key: key! }, 'show_svc')
  })

  it('say of a refusal which it is, and what a program would wait for', async () => {
    expect(await refuses(hal, 'open_pad', { pad_id: 'pad_nothing' })).to.match(/\nnot_found\/unreadable$/)
    expect(await refuses(hal, 'update_hub', { hub, mode: 'open' })).to.match(
      /forbidden\/needs_owner · .*yourCapabilities /,
    )
  })

  it('were read of every tool', () => {
    expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).to.deep.equal([])
  })
})
