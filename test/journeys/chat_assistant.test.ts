import { expect } from 'chai'
import { makeViewToken } from '../../src/identity/view_token.ts'
import { type Assistant, connect, postOAuth } from '../support/assistant.ts'
import { days } from '../../src/rules/units.ts'
import { type Agent, signIn, withKey } from '../support/cast.ts'
import { withCast } from '../support/here.ts'

/** A person's chat assistant: let in by OAuth, from a host that is verified, and nobody clicks unless it says so. */
describe('a chat assistant', () => {
  const { server, cast } = withCast()
  let assistant: Assistant
  let ada: Agent

  before(async () => {
    assistant = await connect(server, cast.ada)
    ada = assistant.as
  })

  const does = (tool: string, args: object) => ada.does(tool, args)

  it('posts, reads, makes pads and edits them', async () => {
    const { hub } = cast
    const { thread_id } = await does('start_thread', { hub: hub.slug, title: 'By assistant', body: 'Hello' })
    await does('open_thread', { thread_id })
    const { pad_id } = await does('create_pad', { hub: hub.slug, title: 'By assistant', text: 'One.' })
    expect(await does('edit_pad', { pad_id, base_version: 1, text: 'Two.' })).to.include({ version: 2 })
  })

  // SPEC: a person s chat
  it('cannot do the twelve things that need a person’s click', async () => {
    const { otto, cleosAgent, stranger, hub } = cast
    const { thread_id, post_id } = await does('start_thread', { hub: hub.slug, title: 'Twelve', body: 'Mine' })
    const { pad_id } = await does('create_pad', { hub: hub.slug, title: 'Twelve', text: 'One.' })
    const suggested = await cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'Uno.', propose: true })
    const proposed = await does('edit_pad', { pad_id, decision: { text: 'We bake.' } })
    expect(proposed['decision']).to.include({ status: 'proposed' })
    const task = await otto.does('create_task', { thread_id, title: 'Bake', reviewer: '@ada' })
    await cleosAgent.does('submit_result', { task_id: task['task_id'], pad_id })
    const { slug } = await otto.does('create_hub', { title: 'A private one' })
    await stranger.does('join_hub', { hub: slug })

    const acts: Readonly<Record<string, [tool: string, args: object]>> = {
      verify: ['verify', { edit_id: suggested['edit_id'], note: 'looked at it' }],
      invite: ['invite', { hub: hub.slug }],
      'let people in': ['moderate', { action: 'let_in', hub: slug, participant: stranger.id }],
      'set roles': ['moderate', { action: 'set_role', hub: hub.slug, participant: cleosAgent.id, role: 'helper' }],
      'switch Open and Checked': ['update_hub', { hub: hub.slug, mode: 'checked' }],
      publish: ['update_hub', { hub: slug, audience: 'public' }],
      'take over': ['moderate', { action: 'take_over', hub: hub.slug }],
      'approve a task’s result': ['update_task', { task_id: task['task_id'], action: 'review', outcome: 'approve' }],
      'accept an edit': ['edit_pad', { review: { edit_id: suggested['edit_id'], outcome: 'accept' } }],
      'turn an edit down': ['edit_pad', { review: { edit_id: suggested['edit_id'], outcome: 'turn_down' } }],
      'accept a decision': [
        'edit_pad',
        { review: { decision_id: proposed['decision'].decision_id, outcome: 'accept' } },
      ],
      'edit a post': ['post_reply', { edits_post: post_id, body: 'Changed' }],
      'delete a post': ['undo_edit', { post_id }],
    }
    const reasons: Record<string, string> = {}
    for (const as_agent of [undefined, 'otto']) {
      for (const [act, [tool, args]] of Object.entries(acts)) {
        const { error } = await ada.call(tool, { ...args, ...(as_agent && { as_agent }) })
        const reason = `${error?.error}/${error?.reason}`
        if (reason !== 'forbidden/host_cannot') reasons[`${act}, as ${as_agent ?? 'themselves'}`] = reason
      }
    }
    expect(reasons).to.deep.equal({})
  })

  it('does one of them for each click, where the host is verified', async () => {
    const { clock, credentials, shortLived } = server.parts
    const holder = await credentials.callerOf(assistant.tokens.access_token)
    const click = async () => (await makeViewToken(shortLived, holder, clock.now())).token
    const { post_id } = await does('start_thread', { hub: cast.hub.slug, title: 'Clicked', body: 'Mine' })
    const view_token = await click()
    expect((await ada.call('post_reply', { edits_post: post_id, body: 'Changed', view_token })).ok).to.equal(true)
    expect((await ada.call('invite', { hub: cast.hub.slug, view_token })).error).to.include({ error: 'forbidden' })
    expect((await ada.call('invite', { hub: cast.hub.slug, view_token: await click() })).ok).to.equal(true)
  })

  // SPEC: the four agent-key-only tools
  it('finds the four tools of an agent’s own key nowhere', async () => {
    for (const tool of ['link', 'rotate_key', 'set_handle', 'mint_subagent']) {
      expect(await ada.refused(tool)).to.equal('not_found/unknown_tool')
      expect((await ada.call(tool, { as_agent: 'otto' })).error).to.include({ reason: 'unknown_tool' })
    }
  })

  // SPEC: tools/list: an agent key
  // SPEC: as agent > on an oauth connection
  it('is listed 26 of the 30, with what they answer; verify only to somebody in a Checked hub', async () => {
    const listed = async (key: string): Promise<any[]> => {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const { body } = await postOAuth(server.url, '/mcp', list, { Authorization: `Bearer ${key}` })
      // apart from what the embedded view alone calls
      return body['result'].tools.filter(({ name }: { name: string }) => !name.startsWith('ui_'))
    }
    const own = await listed(cast.otto.key)
    expect(own).to.have.length(29)
    expect(own.filter((tool) => 'outputSchema' in tool)).to.deep.equal([])
    const hosted = await listed(ada.key)
    expect(hosted).to.have.length(25)
    expect(
      hosted.filter((tool) => !('outputSchema' in tool && 'as_agent' in tool.inputSchema.properties)),
    ).to.deep.equal([])
    const checked = await connect(server, cast.cleo)
    await checked.as.does('create_hub', { title: 'Checked', mode: 'checked' })
    expect((await listed(checked.as.key)).map(({ name }) => name))
      .to.include('verify')
      .and.to.have.length(26)
  })

  it('only reads with a token that was granted no more', async () => {
    const { as } = await connect(server, cast.ada, { scope: 'svc:read' })
    expect((await as.call('open_hub', { hub: cast.hub.slug })).ok).to.equal(true)
    expect(await as.refused('create_hub', { title: 'x' })).to.equal('forbidden/scope')
  })

  it('is an unverified app where its host is not verified, whatever it calls itself', async () => {
    const redirect_uri = 'https://app.example/cb'
    const client = { client_name: 'Claude', redirect_uris: [redirect_uri] }
    const { as } = await connect(server, cast.ada, { client, redirect_uri })
    const { thread_id } = await as.does('start_thread', { hub: cast.hub.slug, title: 'Whose', body: 'Mine' })
    expect((await as.call('open_thread', { thread_id })).text)
      .to.include('Ada @ada · via an unverified app · ')
      .and.not.include('Claude')
  })

  it('is refused with its account', async () => {
    const { as, refresh } = await connect(server, cast.ben)
    const [ben] = await server.sql<{ id: string }[]>`
      update participant set suspended_at = ${new Date()} where handle = 'ben' returning id`
    await server.parts.credentials.changed({ participants: [ben?.id ?? ''] })
    expect(await as.refused('show_svc')).to.equal('unauthenticated/suspended')
    expect((await refresh()).body['error']).to.equal('invalid_grant')
  })

  // SPEC: an agent with its own key can
  it('may what it cannot as an agent with a key of its own: all twelve', async () => {
    const { otto, cleosAgent } = cast
    const helper = await (await signIn(server, 'Dora')).agent('Doras')
    const { slug } = await otto.does('create_hub', { title: 'All twelve' })
    await helper.does('join_hub', { hub: slug })
    await otto.does('moderate', { action: 'let_in', hub: slug, participant: helper.id })
    await cleosAgent.does('join_hub', { hub: slug })
    await otto.does('moderate', { action: 'let_in', hub: slug, participant: cleosAgent.id })
    expect((await otto.does('invite', { hub: slug }))['invite_url']).to.match(/#dpi_/)
    const role = { action: 'set_role', hub: slug, participant: helper.id, role: 'helper' }
    expect(await otto.does('moderate', role)).to.include({ status: 'helper' })

    const { pad_id } = await otto.does('create_pad', { hub: slug, title: 'Loaf', text: 'One.' })
    const suggests = async (text: string): Promise<string> =>
      (await cleosAgent.does('edit_pad', { pad_id, base_version: 1, text, propose: true }))['edit_id']
    const review = (what: object) => otto.does('edit_pad', { review: what })
    expect((await review({ edit_id: await suggests('Uno.'), outcome: 'turn_down' }))['reviewed']).to.include({
      outcome: 'turned_down',
    })
    expect((await review({ edit_id: await suggests('Un.'), outcome: 'accept' }))['reviewed']).to.include({
      outcome: 'accepted',
    })
    const decided = await otto.does('edit_pad', { pad_id, decision: { text: 'We bake.' } })
    expect(decided['decision']).to.include({ status: 'decided' })

    const { thread_id, post_id } = await otto.does('start_thread', { hub: slug, title: 'Twelve', body: 'Mine' })
    expect(await otto.does('post_reply', { edits_post: post_id, body: 'Changed' })).to.include({ edits: 1 })
    const { post_id: second } = await otto.does('post_reply', { thread_id, body: 'To be gone' })
    expect(await otto.does('undo_edit', { post_id: second })).to.include({ post_id: second })
    const { task_id } = await otto.does('create_task', { thread_id, title: 'Bake', reviewer: otto.handle })
    await cleosAgent.does('submit_result', { task_id, pad_id })
    const approves = { task_id, action: 'review', outcome: 'approve' }
    expect(await otto.does('update_task', approves)).to.include({ review: 'approved' })

    expect(await otto.does('update_hub', { hub: slug, mode: 'checked' })).to.include({ mode: 'checked' })
    const waits = { pad_id, base_version: 2, text: 'Dos.', propose: true }
    const { edit_id } = await cleosAgent.does('edit_pad', waits)
    expect(await otto.does('verify', { edit_id, note: 'looked at it' })).to.include({ status: 'went_in' })
    const { preview } = await otto.does('update_hub', { hub: slug, audience: 'public' })
    const publish_token = preview.publish_token
    expect(await otto.does('update_hub', { hub: slug, audience: 'public', publish_token })).to.include({
      audience: 'public',
    })
    await server.advance(days(89))
    const { agent_key } = await helper.does('rotate_key')
    const renewed = withKey(server, { ...helper, key: agent_key })
    await server.advance(days(1))
    expect(await renewed.does('moderate', { action: 'take_over', hub: slug })).to.include({ status: 'owner' })
  })
})
