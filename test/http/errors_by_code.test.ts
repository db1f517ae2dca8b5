import { expect } from 'chai'
import { pace } from '../../src/rules/limits.ts'
import { connect } from '../support/assistant.ts'
import { type Agent, gatherCast, register } from '../support/cast.ts'
import { mcp, rest } from '../support/doors.ts'
import { fill } from '../support/filled.ts'
import { withCast } from '../support/here.ts'
import { startServer } from '../support/server.ts'
import { threadForGuests } from '../support/guest.ts'

/** The table of error codes, row by row: with its status over REST, and with the same body over MCP. */
describe('each error', () => {
  const { server, cast } = withCast()
  let slug: string
  let thread_id: string

  before(async () => {
    slug = cast.hub.slug
    thread_id = await threadForGuests(cast)
  })

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, any> }
  }
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
  /** Refused at both doors with one body, over MCP as the result of a tool; gives the status and the body. */
  async function refused(who: Agent, tool: string, args: object): Promise<Record<string, any>> {
    const { response, error } = await who.call(tool, args, rest)
    const { result, text } = await who.call(tool, args, mcp)
    expect(result, tool).to.include({ isError: true })
    expect(result?.['content'][0]).to.have.all.keys('type', 'text')
    const body = result?.['structuredContent']
    expect(body, tool).to.deep.equal(error)
    expect(error).to.include.keys('error', 'message')
    expect(text).to.contain(error?.message)
    return { status: response?.status, ...error }
  }

  // SPEC: Errors > shape on rest
  // SPEC: over mcp the same
  // SPEC: MCP endpoint > errors are tool results
  it('has a code, a message and its details, some under two spellings; over MCP it is the same body in a result', async () => {
    const agent = await cast.ada.agent('Fast')
    await agent.does('join_hub', { hub: slug })
    await agent.does('post_reply', { thread_id, body: 'Number 0' })
    await fill(server, pace.agentPostsInThread, `${agent.id} ${thread_id}`, pace.agentPostsInThread.limit)
    const first = await agent.call('post_reply', { thread_id, body: 'Number 20' })
    const second = await agent.call('post_reply', { thread_id, body: 'Number 20' }, mcp)
    const details = ['error', 'message', 'reason', 'retry_after_seconds', 'retryAfterSeconds']
    for (const { error } of [first, second]) {
      expect(error).to.include.keys(...details)
      expect(error?.['retry_after_seconds']).to.equal(error?.['retryAfterSeconds'])
    }
    expect(first.response?.status).to.equal(429)
    expect(first.response?.headers.get('Retry-After')).to.equal(String(first.error?.['retry_after_seconds']))
    expect(second.result).to.include({ isError: true })
    const { pad_id } = await cast.otto.does('create_pad', { hub: slug, title: 'Loaf', text: 'One two.' })
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'One three.' })
    // the words that stand are quoted in the text alone
    const late = { pad_id, base_version: 1, text: 'One four.' }
    const merge = await cast.bensAgent.call('edit_pad', late, mcp)
    expect(merge.result?.['structuredContent']).to.include({ error: 'conflict' }).and.to.have.property('conflicts')
    expect(merge.text).to.contain('One three.')
    expect(await refused(cast.cleosAgent, 'update_hub', { hub: slug, mode: 'checked' })).to.have.property(
      'yourCapabilities',
    )
  })

  // SPEC: Errors > unauthenticated 401
  // SPEC: Errors > invalid token 401
  it('unauthenticated is 401 on /api/v1, without a credential and with a bad one; on /mcp it is invalid_token, which says why', async () => {
    for (const path of ['/api/v1/tools/show_svc', '/api/v1/agents/key']) {
      for (const headers of [{}, bearer(`dpa_${'x'.repeat(43)}`)] as Record<string, string>[]) {
        const { status, body } = await post(path, {}, headers)
        expect([status, body['error']], path).to.deep.equal([401, 'unauthenticated'])
      }
    }
    const bad = await post('/mcp', {}, bearer(`dpa_${'x'.repeat(43)}`))
    expect([bad.status, bad.body['error']]).to.deep.equal([401, 'invalid_token'])
    expect(bad.body['error_description']).to.contain('not valid')
    expect((await post('/mcp', {})).body['error']).to.equal('invalid_token')
  })

  // SPEC: Errors > invalid 400
  // SPEC: POST /api/v1/tools/<name> > schema failure 400
  it('invalid is 400: a body that is no JSON, a field that does not fit with its path, two things that exclude each other', async () => {
    const json = await post('/api/v1/tools/post_reply', '{', bearer(cast.otto.key))
    expect([json.status, json.body['error'], json.body['reason']]).to.deep.equal([400, 'invalid', 'body_not_json'])
    const field = await refused(cast.otto, 'open_thread', { thread_id: 7 })
    expect(field).to.include({ status: 400, error: 'invalid' })
    expect(field['message']).to.contain('thread_id')
    expect(field['issues'][0]).to.have.all.keys('path', 'message')
    expect(field['issues'][0].path).to.equal('thread_id')
    const both = await post('/api/v1/agents/register', { invite: 'dpi_x', hub: slug })
    expect([both.status, both.body['error']]).to.deep.equal([400, 'invalid'])
  })

  // SPEC: Errors > forbidden 403
  // SPEC: POST /api/v1/tools/<name> > not allowed 403
  it('forbidden is 403: no right to it, no scope for it, a write of the view without its token', async () => {
    expect(await refused(cast.cleosAgent, 'invite', { hub: slug })).to.include({ status: 403, error: 'forbidden' })
    const reader = (await connect(server, cast.ada, { scope: 'svc:read' })).as
    const scope = await reader.call('create_hub', { title: 'No' })
    expect(scope.response?.status).to.equal(403)
    expect(scope.error).to.include({ error: 'forbidden', reason: 'scope' })
    const host = (await connect(server, cast.ada)).as
    expect(await host.refused('ui_post', { thread_id, body: 'Unpaid' }, mcp)).to.equal('forbidden/view_token')
  })

  // SPEC: Errors > not found 404
  // SPEC: unknown or app-only tool
  it('not_found is 404: no such tool or route, what cannot be read, a bad invite, an agent that is not one’s own', async () => {
    for (const tool of ['no_such_tool', 'ui_home']) {
      const unknown = await refused(cast.otto, tool, {})
      expect(unknown).to.include({ status: 404, error: 'not_found' })
      expect(unknown['message']).to.contain('/openapi.json')
    }
    const route = await post('/nowhere', {})
    expect([route.status, route.body['error']]).to.deep.equal([404, 'not_found'])
    const hidden = await cast.otto.does('create_hub', { title: 'Ours' })
    expect(await refused(cast.cleosAgent, 'open_hub', { hub: hidden['slug'] })).to.include({
      status: 404,
      error: 'not_found',
    })
    expect(await refused(cast.cleosAgent, 'join_hub', { invite: `dpi_${'x'.repeat(43)}` })).to.include({
      status: 404,
      error: 'not_found',
    })
    const { as } = await connect(server, cast.ada)
    expect(await refused(as, 'show_svc', { as_agent: cast.bensAgent.handle })).to.include({
      status: 404,
      error: 'not_found',
    })
  })

  // SPEC: Errors > conflict 409
  it('conflict is 409: a guest’s name that is taken in the thread, a guest who is signed in already', async () => {
    const jump = () => post('/api/jump-in', { thread: thread_id, name: 'Gus' })
    expect((await jump()).status).to.equal(200)
    const taken = await jump()
    expect([taken.status, taken.body['error']]).to.deep.equal([409, 'conflict'])
    const token = (await cast.otto.does('invite', { hub: slug }))['invite_url'].split('#')[1]
    const headers = { 'x-svc': '1', Origin: server.url, Cookie: cast.ada.session }
    const already = await post('/api/invite/join-guest', { token, name: 'Ada' }, headers)
    expect([already.status, already.body['error']]).to.deep.equal([409, 'conflict'])
  })

  // SPEC: Errors > too large 413
  // SPEC: limit refusals are 429
  it('too_large is 413: a title, a text, a body', async () => {
    const body = 'x'.repeat(20_001)
    expect(await refused(cast.otto, 'post_reply', { thread_id, body })).to.include({ status: 413, error: 'too_large' })
    const title = 'x'.repeat(201)
    expect(await refused(cast.otto, 'create_hub', { title })).to.include({ status: 413, error: 'too_large' })
    const whole = await post('/api/v1/tools/show_svc', ' '.repeat(512 * 1024 + 1), bearer(cast.otto.key))
    expect([whole.status, whole.body['error']]).to.deep.equal([413, 'too_large'])
  })

  // SPEC: Errors > locked 423
  it('locked is 423: the agents of the hub are paused', async () => {
    await cast.otto.does('moderate', { action: 'pause_agents', hub: slug })
    const said = await refused(cast.cleosAgent, 'post_reply', { thread_id, body: 'Now?' })
    expect(said).to.include({ status: 423, error: 'locked' })
    await cast.otto.does('moderate', { action: 'resume_agents', hub: slug })
  })

  // SPEC: Errors > paused 503
  // SPEC: POST /api/v1/agents/register > errors: 403
  it('paused is 503: posting, new accounts, new guests, what guests post', async () => {
    const moderated = await startServer({ SVC_MODERATORS: 'ada@cast.example' })
    const { ada, bensAgent, stranger, hub } = await gatherCast(moderated)
    const pause = (what: string, paused: boolean) => ada.settings('guest-pause', { what, paused })
    const at = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await fetch(moderated.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return [answer.status, ((await answer.json()) as Record<string, any>)['error']]
    }
    const writes = (who: Agent) =>
      at('/api/v1/tools/start_thread', { hub: hub.slug, title: 'T', body: 'Words' }, bearer(who.key))
    await stranger.does('join_hub', { hub: hub.slug })
    for (const [what, act] of [
      ['posting', () => writes(bensAgent)],
      ['signups', () => at('/signin', { name: 'Newcomer', email: 'new@mail.example' }, { Origin: moderated.url })],
      ['guest_registration', () => at('/api/v1/agents/register', { name: 'Late' })],
      ['guest_posting', () => writes(stranger)],
    ] as const) {
      await pause(what, true)
      expect(await act(), what).to.deep.equal([503, 'paused'])
      expect((await bensAgent.call('open_hub', { hub: hub.slug })).ok, what).to.equal(true)
      await pause(what, false)
    }
    expect((await register(moderated, 'In time')).key).to.match(/^dpa_/)
    await moderated.stop()
  })
})
