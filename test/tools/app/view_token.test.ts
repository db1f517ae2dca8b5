import { expect } from 'chai'
import { lifetimes } from '../../../src/rules/limits.ts'
import { actsOfApproval } from '../../../src/web/in_chat/acts_of_approval.ts'
import { appTools } from '../../../src/tools/app/index.ts'
import { type Assistant, connect } from '../../support/assistant.ts'
import type { Agent } from '../../support/cast.ts'
import { mcp, rest, type Said } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

const elsewhere = { client: { redirect_uris: ['https://chat.example/cb'] }, redirect_uri: 'https://chat.example/cb' }

describe('clicks in the embedded view of a chat host', () => {
  const { server, cast } = withCast()
  let claude: Agent
  let hub: string
  before(async () => {
    claude = (await connect(server, cast.ada)).as
    hub = cast.hub.slug
  })

  const asks = (tool: string, args: object = {}, by = claude): Promise<Said> => by.call(tool, args, mcp)
  const tokenOf = async (by = claude): Promise<string> =>
    (await asks('ui_view_session', {}, by)).result?.['_meta']['svc/viewToken'].token
  const reason = ({ error }: Said) => error && `${error.error}/${error.reason}`
  const thread = async (title: string): Promise<{ thread_id: string; post_id: string }> =>
    (await asks('start_thread', { hub, title, body: 'x' })).data as { thread_id: string; post_id: string }

  // SPEC: view token app-visible tools
  // SPEC: a click is proved
  // SPEC: embedded-view metadata keys
  it('are proved by a token that lasts ten minutes, which no model and no agent’s key ever sees', async () => {
    const { result, data } = await asks('ui_view_session')
    const { token, expires_at } = result?.['_meta']['svc/viewToken'] ?? {}
    expect(token).to.match(/^[\w-]{43}$/)
    expect(Date.parse(expires_at) - server.parts.clock.now()).to.be.within(
      lifetimes.viewToken - 5_000,
      lifetimes.viewToken,
    )
    expect(data).to.include({ verified_host: true, approvals: true })
    expect(JSON.stringify([result?.['content'], result?.['structuredContent']])).not.to.include(token)
    expect(result?.['_meta']).not.to.have.any.keys('svc/actOnWeb', 'svc/approveOnWeb')
    const unclicked = await asks('invite', { hub })
    expect(unclicked.error).to.include({ reason: 'host_cannot' }).and.have.property('act_url')
    expect(unclicked.result?.['_meta']).not.to.have.any.keys('svc/actOnWeb', 'svc/approveOnWeb')
    expect(reason(await cast.otto.call('ui_view_session', {}, mcp))).to.equal('not_found/unknown_tool')
    expect(reason(await claude.call('ui_view_session', {}, rest))).to.equal('not_found/unknown_tool')
    const kept = await server.parts.redis.keys('*')
    expect(kept.some((key) => key.includes(token))).to.equal(false)
  })

  // SPEC: a click is proved
  it('pay for one write each', async () => {
    const { post_id } = await thread('Paid once')
    const view_token = await tokenOf()
    expect(reason(await asks('ui_edit_post', { post_id, body: 'Unpaid' }))).to.equal('forbidden/view_token')
    expect((await asks('ui_edit_post', { post_id, body: 'Changed', view_token })).data).to.include({ edits: 1 })
    expect(reason(await asks('ui_edit_post', { post_id, body: 'Twice', view_token }))).to.equal('forbidden/view_token')
    const second = await tokenOf()
    const both = await Promise.all(
      ['a', 'b'].map((body) => asks('ui_edit_post', { post_id, body, view_token: second })),
    )
    expect(both.filter(({ ok }) => ok)).to.have.length(1)
  })

  // SPEC: view token app-visible tools
  // SPEC: an app-only write without
  it('are needed for every write of the view, and for no read', async () => {
    const refused: string[] = []
    for (const { name, kind } of appTools) {
      const said = await asks(name, {})
      const { error } = said
      if (kind === 'read' && error?.reason === 'view_token') refused.push(`${name} asks for a click`)
      if (kind === 'write' && (said.ok || !['view_token', 'schema'].includes(error?.reason ?? ''))) {
        refused.push(`${name} went on: ${JSON.stringify(said.error ?? said.data)}`)
      }
    }
    expect(refused).to.deep.equal([])
    for (const [name, args] of [
      ['ui_ack', {}],
      ['ui_post', { body: 'x' }],
      ['ui_invite', { hub }],
      ['ui_invite', { list: true }],
      ['ui_pause_agents', { agent_id: cast.otto.id, paused: true }],
    ] as const) {
      expect(reason(await asks(name, args)), name).to.equal('forbidden/view_token')
      expect(reason(await asks(name, { ...args, view_token: 'made up' })), name).to.equal('forbidden/view_token')
    }
  })

  it('lift what a chat assistant cannot do, by the view’s tools and by the model’s', async () => {
    expect(reason(await asks('invite', { hub }))).to.equal('forbidden/host_cannot')
    expect((await asks('invite', { hub, view_token: await tokenOf() })).data['invite_url']).to.match(/#dpi_/)
    expect((await asks('ui_invite', { hub, view_token: await tokenOf() })).data['invite_url']).to.match(/#dpi_/)
    const spent = await tokenOf()
    await asks('invite', { hub, view_token: spent })
    expect(reason(await asks('invite', { hub, view_token: spent }))).to.equal('forbidden/host_cannot')
    const unspent = await tokenOf()
    await asks('open_hub', { hub, view_token: unspent })
    expect((await asks('ui_invite', { hub, view_token: unspent })).ok, 'a read costs none').to.equal(true)
  })

  // SPEC: a click is proved
  it('end after ten minutes, and count for the connection they were made in alone', async () => {
    const { post_id } = await thread('In time')
    const late = await tokenOf()
    const again = (await connect(server, cast.ada)).as
    const stolen = await tokenOf()
    expect(reason(await asks('ui_edit_post', { post_id, body: 'x', view_token: stolen }, again))).to.equal(
      'forbidden/view_token',
    )
    expect((await asks('ui_edit_post', { post_id, body: 'Mine', view_token: stolen })).ok).to.equal(true)
    await server.advance(lifetimes.viewToken)
    expect(reason(await asks('ui_edit_post', { post_id, body: 'x', view_token: late }))).to.equal(
      'forbidden/view_token',
    )
  })

  // SPEC: a click is proved
  // SPEC: embedded-view metadata keys
  it('are not believed from a host that nobody verified: it says where on the web to act', async () => {
    const other = (await connect(server, cast.ada, elsewhere)).as
    const { result, data } = await asks('ui_view_session', {}, other)
    expect(data).to.include({ verified_host: false })
    expect(result?.['_meta']).not.to.have.property('svc/viewToken')
    expect(result?.['_meta']['svc/actOnWeb'].url).to.match(/^http/)
    const { thread_id, post_id } = await thread('Unverified')
    const view_token = await tokenOf()
    const refused = await asks('ui_edit_post', { post_id, body: 'x', view_token }, other)
    expect(reason(refused)).to.equal('forbidden/view_token')
    expect(refused.error?.['act_url'], 'what it names may be private').to.equal(`${server.url}/`)
    expect(refused.result?.['_meta']['svc/actOnWeb']).to.deep.equal({ url: refused.error?.['act_url'] })
    const pinned = await asks('ui_pin', { hub, id: thread_id, pinned: true, view_token: 'x' }, other)
    expect(pinned.result?.['_meta']['svc/actOnWeb'], JSON.stringify(pinned.error)).to.have.property('url')
    expect((await asks('ui_open_hub', { hub }, other)).ok, 'reading needs no click').to.equal(true)
  })

  // SPEC: embedded-view metadata keys
  it('show what they are about in the view alone', async () => {
    const { thread_id } = (await asks('start_thread', { hub, title: 'Shown', body: 'quetzalcoatlus' })).data
    for (const tool of ['ui_open_thread', 'open_thread']) {
      const { result } = await asks(tool, { thread_id })
      expect(result?.['_meta']['svc/view'], tool).to.include({ kind: 'thread', title: 'Shown' })
      expect(result?.['_meta']['svc/view'].posts[0].body).to.equal('quetzalcoatlus')
      expect(JSON.stringify(result?.['structuredContent'])).not.to.include('quetzalcoatlus')
    }
    const { result } = await cast.otto.call('open_thread', { thread_id }, mcp)
    expect(Object.keys(result?.['_meta'])).to.have.members(['svc/api', 'svc/trust'])
  })

  it('only read with a token that was granted no more', async () => {
    const reader = (await connect(server, cast.ada, { scope: 'svc:read' })).as
    const { post_id } = await thread('Not for readers')
    const view_token = await tokenOf(reader)
    expect(reason(await asks('ui_edit_post', { post_id, body: 'x', view_token }, reader))).to.equal('forbidden/scope')
    expect(reason(await asks('ui_ack', { view_token }, reader))).to.equal('forbidden/scope')
  })
})

describe('with SVC_HOST_APPROVALS=off', () => {
  const { server, cast } = withCast({ SVC_HOST_APPROVALS: 'off' })
  let claude: Assistant['as']
  before(async () => {
    claude = (await connect(server, cast.ada)).as
  })

  const asks = (tool: string, args: object = {}): Promise<Said> => claude.call(tool, args, mcp)
  const clicks = async (tool: string, args: object): Promise<Said> => {
    const { result } = await asks('ui_view_session')
    return asks(tool, { ...args, view_token: result?.['_meta']['svc/viewToken'].token })
  }
  const reason = ({ error }: Said) => error && `${error.error}/${error.reason}`

  // SPEC: with svc host approvals=off
  // SPEC: embedded-view metadata keys
  // SPEC: Errors > forbidden 403
  it('a click still writes, but approves nothing and edits no pad: it suggests, and a decision stays proposed', async () => {
    const hub = cast.hub.slug
    const { result, data } = await asks('ui_view_session')
    expect(data).to.include({ verified_host: true, approvals: false })
    expect(result?.['_meta']['svc/approveOnWeb'].url).to.match(/^http/)

    const started = await clicks('ui_start_thread', { hub, title: 'Clicked', body: 'x' })
    const { thread_id, post_id } = started.data
    expect((await clicks('ui_post', { thread_id, body: 'A reply' })).ok).to.equal(true)

    const { pad_id } = (await clicks('ui_create_pad', { hub, title: 'Clicked', text: 'One.' })).data
    const edit = { pad_id, base_version: 1, text: 'Two.' }
    expect(reason(await asks('edit_pad', edit))).to.equal('forbidden/suggestions_only')
    const refused = await clicks('ui_edit_pad', edit)
    expect(reason(refused)).to.equal('forbidden/suggestions_only')
    const place = { url: `${server.url}/p/${pad_id}` }
    expect(refused.error?.['act_url']).to.equal(place.url)
    expect(refused.result?.['_meta']['svc/approveOnWeb']).to.deep.equal(place)
    const suggested = await clicks('ui_edit_pad', { ...edit, propose: true })
    expect(suggested.data).to.include({ version: 1 })
    const decided = await clicks('ui_edit_pad', { pad_id, decision: { text: 'We bake.' } })
    expect(decided.data['decision']).to.include({ status: 'proposed' })

    const acts: Readonly<Record<string, object>> = {
      ui_invite: { hub },
      ui_set_visibility: { hub, audience: 'public' },
      ui_update_hub: { hub, mode: 'checked' },
      ui_set_role: { hub, participant: cast.cleosAgent.id, role: 'helper' },
      ui_answer_edit: { edit_id: suggested.data['edit_id'], outcome: 'accept' },
      ui_answer_decision: { decision_id: decided.data['decision'].decision_id, outcome: 'accept' },
      ui_edit_post: { post_id, body: 'Changed' },
      ui_delete_post: { post_id },
    }
    expect(actsOfApproval, 'a card shows a link for these').to.include.members(Object.keys(acts))
    const wrong: string[] = []
    for (const [tool, args] of Object.entries(acts)) {
      const said = await clicks(tool, args)
      if (reason(said) !== 'forbidden/approvals_off') wrong.push(`${tool}: ${JSON.stringify(said.error ?? said.data)}`)
      else {
        const url = said.error?.['act_url']
        expect(url, tool).to.match(/^http/)
        expect(said.result?.['_meta']['svc/approveOnWeb'], tool).to.deep.equal({ url })
      }
    }
    expect(wrong).to.deep.equal([])
  })

  it('leads to the browser only where that may do what is refused here', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Checked', text: 'One.' })
    await cast.ben.does('ui_join_hub', { hub: cast.hub.slug })
    const bens = (await connect(server, cast.ben)).as
    const edit = () => bens.call('edit_pad', { pad_id, base_version: 1, text: 'Two.' }, mcp)
    const open = await edit()
    expect(reason(open)).to.equal('forbidden/suggestions_only')
    expect(open.error?.['act_url']).to.equal(`${server.url}/p/${pad_id}`)
    expect(open.error).not.to.have.property('only_here')
    await cast.ada.does('ui_update_hub', { hub: cast.hub.slug, mode: 'checked' })
    const checked = await edit()
    expect(reason(checked)).to.equal('forbidden/suggestions_only')
    expect(checked.error).not.to.have.any.keys('act_url', 'only_here')
    expect(checked.result?.['_meta']).not.to.have.property('svc/approveOnWeb')
  })

  it('leads to no browser where a section is fought over, or the pad is locked: it is refused there, too', async () => {
    const text = (colour: string) => `# Door\n\nThe door is ${colour}.\n\n# Roof\n\nRed.`
    const { hub_id } = cast.hub
    await cast.ada.does('ui_update_hub', { hub: cast.hub.slug, mode: 'open' })
    const { pad_id } = await cast.otto.does('create_pad', { hub: hub_id, title: 'Fought over', text: text('blue') })
    const bens = (await connect(server, cast.ben)).as
    const edits = (args: object) => bens.call('edit_pad', { pad_id, base_version: 1, ...args }, mcp)
    for (const [n, who] of [cast.cleosAgent, cast.otto, cast.cleosAgent, cast.otto].entries())
      await who.does('edit_pad', { pad_id, base_version: n + 1, text: text(n % 2 === 0 ? 'green' : 'blue') })
    const at = { base_version: 5 }
    const fought = await edits({ ...at, text: text('grey') })
    expect(reason(fought)).to.equal('forbidden/suggestions_only')
    expect(fought.error).not.to.have.any.keys('act_url', 'only_here')
    const beside = await edits({ ...at, text: text('blue').replace('Red', 'Brown') })
    expect(beside.error?.['act_url']).to.equal(`${server.url}/p/${pad_id}`)
    await cast.otto.does('moderate', { action: 'lock', pad_id })
    const locked = await edits({ ...at, text: text('blue').replace('Red', 'Brown') })
    expect(reason(locked)).to.equal('forbidden/suggestions_only')
    expect(locked.error).not.to.have.any.keys('act_url', 'only_here')
  })
})
