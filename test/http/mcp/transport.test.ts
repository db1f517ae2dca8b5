import { expect } from 'chai'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { invalid } from '../../../src/rules/errors.ts'
import { bodies } from '../../../src/rules/limits.ts'
import { agentKey, type Doors, openDoors, said } from '../doors_alone.ts'
import { tellsTheCallThatItsClientLeft } from '../client_leaves.ts'

describe('POST /mcp', () => {
  let doors: Doors
  before(async () => {
    doors = await openDoors((name) => {
      if (name === 'post_reply') return said('done', { post_id: 'msg_1' })
      throw invalid('schema', 'thread_id is required.', { issues: [{ path: 'thread_id', message: 'is required' }] })
    })
  })
  after(() => doors.close())

  const headers = {
    authorization: `Bearer ${agentKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const send = (body: unknown, over: Record<string, string> = {}) =>
    fetch(`${doors.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...over },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const callOf = (name: string, sent: unknown = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: sent },
  })

  // SPEC: accept application/json and text/event-stream
  // SPEC: MCP endpoint > transport streamable http
  // SPEC: api version the string
  it('answers a client that accepts JSON alone', async () => {
    const res = await send(callOf('post_reply'), { accept: 'application/json' })
    expect(res.status).to.equal(200)
    expect(res.headers.get('content-type')).to.equal('application/json')
    expect(((await res.json()) as { result: object }).result).to.deep.equal({
      _meta: { 'svc/api': '1', 'svc/trust': { integrity: 'trusted', confidentiality: 'public' } },
      content: [{ type: 'text', text: 'done' }],
      structuredContent: { post_id: 'msg_1' },
    })
    const listed = await send({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, { accept: 'application/json' })
    expect(listed.status).to.equal(200)
  })

  it('answers a request line that names the whole address, as proxies send it', async () => {
    const { hostname, port } = new URL(doors.url)
    const asked = request({ hostname, port, method: 'POST', path: `${doors.url}/mcp`, headers })
    asked.end('{"jsonrpc":"2.0","id":2,"method":"tools/list"}')
    const [res] = (await once(asked, 'response')) as [IncomingMessage]
    expect(await text(res)).to.include('"tools":[')
  })

  it('answers at the address with a slash at its end, which hosts add', async () => {
    const { status, headers: answered } = await fetch(`${doors.url}/mcp/?content=text`, {
      method: 'POST',
      headers,
      body: JSON.stringify(callOf('post_reply')),
    })
    expect([status, answered.has('x-frame-options')]).to.deep.equal([200, false])
    const listed = await fetch(`${doors.url}/mcp/`, {
      method: 'POST',
      headers,
      body: '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
    })
    expect(await listed.text()).to.include('"tools":[')
    expect((await fetch(`${doors.url}/mcp/`)).status).to.equal(405)
    expect((await fetch(`${doors.url}/mcp/more`)).status).to.equal(404)
  })

  // SPEC: schema failures come back
  it('sends a refusal as a tool result', async () => {
    const { result } = (await (await send(callOf('open_thread'))).json()) as { result: Record<string, unknown> }
    expect(result['isError']).to.equal(true)
    expect(result['structuredContent']).to.deep.include({ error: 'invalid', reason: 'schema' })
  })

  it('leaves out the headers that are for pages, and keeps the others', async () => {
    const res = await send(callOf('post_reply'))
    expect(res.headers.has('x-frame-options')).to.equal(false)
    expect(res.headers.has('content-security-policy')).to.equal(false)
    expect(res.headers.get('x-content-type-options')).to.equal('nosniff')
    expect(res.headers.get('cache-control')).to.equal('private, no-store')
  })

  // SPEC: cors any origin; get
  it('is open to pages of any origin', async () => {
    const res = await send(callOf('post_reply'), { origin: 'https://elsewhere.example' })
    expect(res.headers.get('access-control-allow-origin')).to.equal('*')
    expect(res.headers.get('access-control-expose-headers')).to.equal(
      'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version',
    )
    const preflight = await fetch(`${doors.url}/mcp`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'authorization,mcp-method' },
    })
    expect(preflight.status).to.equal(204)
    expect(preflight.headers.get('access-control-allow-methods')).to.equal('GET, POST, DELETE, OPTIONS')
    expect(preflight.headers.get('access-control-allow-headers')).to.equal('authorization,mcp-method')
  })

  // SPEC: Bearer check > /mcp 401
  it('asks for a token, and says what is wrong with one', async () => {
    const none = await fetch(`${doors.url}/mcp`, { method: 'POST', body: '{}' })
    expect(none.status).to.equal(401)
    expect(none.headers.get('www-authenticate')).to.match(
      /^Bearer resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource\/mcp", scope="svc:read svc:write"$/,
    )
    expect(await none.json())
      .to.include({ error: 'invalid_token' })
      .and.have.property('error_description')
    const bad = await send(callOf('post_reply'), { authorization: 'Bearer dpa_nonsense' })
    expect(bad.status).to.equal(401)
    expect(bad.headers.get('www-authenticate')).to.include('error="invalid_token", error_description="This credential')
    expect(await bad.json()).to.include({ error: 'invalid_token', reason: 'bad_key' })
  })

  // SPEC: MCP endpoint > transport streamable http
  it('ignores a session id', async () => {
    expect((await send(callOf('post_reply'), { 'mcp-session-id': 'made-up' })).status).to.equal(200)
    expect((await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': 'made-up' })).status).to.equal(
      200,
    )
  })

  // SPEC: browser get short html
  it('shows a browser a page, and answers 405 to any other GET and to DELETE', async () => {
    const page = await fetch(`${doors.url}/mcp`, { headers: { accept: 'text/html,application/xhtml+xml' } })
    expect(page.status).to.equal(200)
    expect(page.headers.get('content-type')).to.match(/^text\/html/)
    expect((await fetch(`${doors.url}/mcp`, { headers: { accept: 'text/event-stream' } })).status).to.equal(405)
    expect((await fetch(`${doors.url}/mcp`, { method: 'DELETE', headers })).status).to.equal(405)
  })

  const refused: [string, string, number, number][] = [
    ['an array', JSON.stringify([callOf('post_reply')]), 400, -32_600],
    ['an empty array', '[]', 400, -32_600],
    ['an array of 20,000 levels', '['.repeat(20_000), 400, -32_600],
    ['arguments of 20,000 levels', `{"jsonrpc":"2.0","id":1,"params":${'['.repeat(20_000)}`, 400, -32_600],
    ['what is not JSON', '{"jsonrpc"', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['what is no message', '{"a":1}', 400, -32_600],
    ['a byte too many', `${JSON.stringify(callOf('post_reply')).slice(0, -1)}${' '.repeat(bodies.mcp)}}`, 413, -32_000],
  ]
  for (const [what, body, status, code] of refused) {
    it(`answers ${what} with ${status} and ${code}`, async () => {
      const before = doors.calls.length
      const res = await send(body)
      expect(res.status).to.equal(status)
      expect(((await res.json()) as { error: { code: number } }).error.code).to.equal(code)
      expect(doors.calls.length).to.equal(before)
    })
  }

  // SPEC: MCP endpoint > max request body
  // SPEC: Sizes > mcp request 400,000
  it('takes a body of exactly the limit', async () => {
    const message = JSON.stringify(callOf('post_reply'))
    const padded = `${message.slice(0, -1)}${' '.repeat(bodies.mcp - message.length)}}`
    expect((await send(padded)).status).to.equal(200)
  })

  it('takes JSON only', async () => {
    expect((await send(callOf('post_reply'), { 'content-type': 'text/plain' })).status).to.equal(415)
  })

  it('knows no version it was not taught', async () => {
    expect((await send(callOf('post_reply'), { 'mcp-protocol-version': '1999-01-01' })).status).to.equal(400)
    expect((await send(callOf('post_reply'), { 'mcp-protocol-version': '2025-06-18' })).status).to.equal(200)
  })

  it('accepts a notification without an answer', async () => {
    const res = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(res.status).to.equal(202)
    expect(await res.text()).to.equal('')
  })

  it('ends the wait of a client that goes away', () =>
    tellsTheCallThatItsClientLeft('/mcp', { headers, body: JSON.stringify(callOf('show_svc')) }))
})
