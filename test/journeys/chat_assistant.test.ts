import { expect } from 'chai'
import type { Caller } from '../../src/rules/caller.ts'
import { Refusal } from '../../src/rules/errors.ts'
import { openDoor, type CallTool } from '../../src/tools/call.ts'
import { listing } from '../../src/tools/listing.ts'
import { type Cast, gatherCast } from '../support/cast.ts'
import { startServer, type TestServer } from '../support/server.ts'

/**
 * A person's chat assistant: an OAuth connection without a click in the view. OAuth itself is not open yet, so the
 * caller is made here and goes through the one door that every connection goes through.
 */
describe('a chat assistant', function () {
  this.timeout(60_000)
  let server: TestServer
  let cast: Cast
  let ada: Caller
  let call: CallTool

  before(async () => {
    server = await startServer()
    cast = await gatherCast(server)
    call = openDoor({ ...server.parts.front, ...server.parts })
    const { linked_to } = await cast.otto.does('show_svc')
    ada = {
      id: linked_to.id,
      kind: 'human',
      handle: 'ada',
      verified: true,
      reach: true,
      connection: 'oauth',
      scopes: ['svc:read', 'svc:write'],
      credential_id: 'crd_assistant',
      host: 'a chat host',
    }
  })
  after(() => server.stop())

  const says = async (tool: string, args: object, by: Caller = ada) => {
    try {
      return {
        ok: true,
        ...(await call(tool, args, { caller: by, door: 'mcp', signal: new AbortController().signal })),
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ok: false, reason: `${error.code}/${error.reason}`, data: {} as Record<string, any> }
    }
  }
  const does = async (tool: string, args: object) => {
    const said = await says(tool, args)
    if (!said.ok) throw new Error(JSON.stringify(said))
    return said.data as Record<string, any>
  }

  it('posts, reads, makes pads and edits them', async () => {
    const { hub } = cast
    const { thread_id } = await does('start_thread', { hub: hub.slug, title: 'By assistant', body: 'Hello' })
    await does('open_thread', { thread_id })
    const { pad_id } = await does('create_pad', { hub: hub.slug, title: 'By assistant', text: 'One.' })
    expect(await does('edit_pad', { pad_id, base_version: 1, text: 'Two.' })).to.include({ version: 2 })
  })

  it('cannot do the twelve things that need a person’s click', async () => {
    const { otto, cleosAgent, stranger, hub } = cast
    const { thread_id, post_id } = await does('start_thread', { hub: hub.slug, title: 'Twelve', body: 'Mine' })
    const { pad_id } = await does('create_pad', { hub: hub.slug, title: 'Twelve', text: 'One.' })
    const suggested = await cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'Uno.', propose: true })
    const proposed = await does('edit_pad', { pad_id, decision: { text: 'We bake.' } })
    expect(proposed['decision']).to.include({ status: 'proposed' })
    const task = await otto.does('create_task', { thread_id, title: 'Bake', reviewer: ada.id })
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
    for (const [act, [tool, args]] of Object.entries(acts)) {
      const said = await says(tool, args)
      if (said.ok || !('reason' in said) || said.reason !== 'forbidden/host_cannot') reasons[act] = JSON.stringify(said)
    }
    expect(reasons).to.deep.equal({})
  })

  it('does them once a person clicked', async () => {
    const { hub } = cast
    const { post_id } = await does('start_thread', { hub: hub.slug, title: 'Clicked', body: 'Mine' })
    const clicked: Caller = { ...ada, clicked: true }
    expect((await says('post_reply', { edits_post: post_id, body: 'Changed' }, clicked)).ok).to.equal(true)
    expect((await says('invite', { hub: hub.slug }, clicked)).ok).to.equal(true)
  })

  it('finds the four tools of an agent’s own key nowhere', async () => {
    for (const tool of ['link', 'rotate_key', 'set_handle', 'mint_subagent']) {
      expect(await says(tool, {})).to.include({ reason: 'not_found/unknown_tool' })
    }
    expect(listing('host', true)).to.have.length(26)
    expect(listing('host', false)).to.have.length(25)
    expect(listing('agent', true)).to.have.length(30)
    expect(listing('agent', false)).to.have.length(29)
  })

  it('only reads with a token that was granted no more', async () => {
    const reading: Caller = { ...ada, scopes: ['svc:read'] }
    expect((await says('open_hub', { hub: cast.hub.slug }, reading)).ok).to.equal(true)
    expect(await says('create_hub', { title: 'x' }, reading)).to.include({ reason: 'forbidden/scope' })
  })
})
