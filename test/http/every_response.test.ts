import { connect } from 'node:net'
import { expect } from 'chai'
import { assets } from '../../src/http/assets.ts'
import { withCast } from '../support/here.ts'

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe('every response', () => {
  const { server, cast } = withCast()
  let thread: string
  let pad: string

  before(async () => {
    const { hub, otto } = cast
    thread = (await otto.does('start_thread', { hub: hub.slug, title: 'Seen', body: 'By everybody.' }))['thread_id']
    pad = hub.front_pad.pad_id
  })

  const ask = (line: string, headers: Record<string, string> = {}, body?: string): Promise<Response> => {
    const [method = 'GET', path = '/'] = line.split(' ')
    return fetch(server.url + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) })
  }
  const key = () => ({ Authorization: `Bearer ${cast.otto.key}`, 'Content-Type': 'application/json' })

  // SPEC: every response carries
  // SPEC: outside /mcp: x-frame-options
  it('is not sniffed, tells no other origin where it came from, and is kept by nobody unless its route says so', async () => {
    const answers: [line: string, status: number, headers?: Record<string, string>, body?: string][] = [
      ['GET /', 200],
      ['HEAD /', 200],
      ['OPTIONS /', 204],
      ['GET /nothing-here', 404],
      ['POST /nothing-here', 404],
      ['GET /%zz', 404],
      [`GET /h/${cast.hub.slug}`, 200],
      [`GET /h/${cast.hub.slug}/llms.txt`, 200],
      [`GET /t/${thread}.md`, 200],
      [`GET /p/${pad}.md`, 200],
      ['GET /t/thr_none.md', 404],
      [`GET /t/${thread}.md`, 401, { Authorization: 'Bearer dpa_none' }],
      ['GET /explore', 200],
      ['GET /search?q=bread', 200],
      ['GET /out?u=https://elsewhere.example', 200],
      [`GET ${assets.style}`, 200],
      ['GET /signin', 200],
      ['GET /settings', 302],
      ['GET /b/old-name', 301],
      ['GET /invite', 200],
      ['GET /healthz', 200],
      ['GET /openapi.json', 200],
      ['GET /api/v1/tools', 200],
      ['POST /api/v1/tools/show_svc', 200, key(), '{}'],
      ['POST /api/v1/tools/show_svc', 401, {}, '{}'],
      ['POST /api/v1/tools/no_such_tool', 404, key(), '{}'],
      ['POST /api/v1/tools/open_thread', 400, key(), '{}'],
      ['POST /api/v1/tools/open_thread', 400, key(), 'not json'],
      ['POST /api/v1/tools/post_reply', 413, key(), JSON.stringify({ body: 'x'.repeat(600_000) })],
      ['OPTIONS /api/v1/tools/show_svc', 204],
      ['POST /api/v1/agents/key', 401],
      ['POST /api/v1/agents/register', 400, {}, 'not json'],
      [`GET /api/export/${thread}`, 401],
      ['POST /api/settings/credentials', 401, {}, '{}'],
      ['GET /.well-known/oauth-protected-resource', 200],
      ['GET /.well-known/oauth-authorization-server', 200],
      ['OPTIONS /.well-known/oauth-authorization-server', 204],
      ['GET /oauth/authorize', 400],
      ['POST /oauth/authorize', 403],
      ['POST /oauth/register', 400, {}, '{}'],
      ['POST /oauth/register', 413, {}, JSON.stringify({ client_name: 'x'.repeat(20 * 1024) })],
      ['OPTIONS /oauth/token', 204],
      ['POST /oauth/token', 400, {}, 'not json'],
      ['POST /oauth/revoke', 200],
      ['GET /internal/prune', 401],
      ['GET /mcp', 405],
      ['GET /mcp', 200, { Accept: browser }],
      ['DELETE /mcp', 405],
      ['OPTIONS /mcp', 204],
      ['POST /mcp', 401, {}, '{}'],
      ['POST /mcp', 400, key(), '[]'],
      ['POST /mcp', 413, key(), JSON.stringify({ method: 'x'.repeat(400_001) })],
      ['POST /mcp', 200, key(), JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })],
    ]
    for (const [line, status, headers, body] of answers) {
      const { headers: sent, ...answer } = await ask(line, headers, body).then(async (response) => ({
        status: response.status,
        headers: response.headers,
        text: await response.text(),
      }))
      const what = `${line} ${answer.status}`
      expect(answer.status, `${line} ${answer.text}`).to.equal(status)
      expect(sent.get('x-content-type-options'), what).to.equal('nosniff')
      expect(sent.get('referrer-policy'), what).to.equal('same-origin')
      expect(sent.get('cache-control'), what).to.match(
        /^(private, no-store|no-store|public, max-age=\d+(, immutable)?)$/,
      )
      if (status >= 400) expect(sent.get('cache-control'), what).to.equal('private, no-store')
      const atMcp = /^\w+ \/mcp$/.test(line)
      expect(sent.get('x-frame-options'), what).to.equal(atMcp ? null : 'DENY')
      expect(sent.get('content-security-policy') ?? '', what).to.match(atMcp ? /^$/ : /^default-src 'none'/)
      if (answer.text.startsWith('{') && status >= 400 && !atMcp)
        expect(JSON.parse(answer.text), what).to.include.keys(
          ...(line.includes('/oauth/') ? ['error', 'error_description'] : ['error', 'message', 'reason']),
        )
    }
  })

  it('has those headers too where a request names no host, or expects what no server knows', async () => {
    const { port, host } = new URL(server.url)
    const answered = (lines: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${lines}Connection: close\r\n\r\n`))
        let answer = ''
        socket.on('data', (chunk) => (answer += chunk.toString()))
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
      })
    for (const [lines, status] of [
      ['GET /healthz HTTP/1.1\r\n', 403],
      [`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nExpect: tea\r\n`, 200],
    ] as const) {
      const answer = await answered(lines)
      expect(answer).to.match(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(answer)
        .to.match(/x-content-type-options: nosniff/i)
        .and.match(/referrer-policy: same-origin/i)
      expect(answer)
        .to.match(/cache-control: private, no-store/i)
        .and.match(/x-frame-options: DENY/i)
    }
  })

  it('names the methods of an address that answers others, and is 404 only where none are', async () => {
    const reads = 'GET, HEAD, OPTIONS'
    for (const [line, allow] of [
      ['DELETE /', reads],
      ['PUT /search', reads],
      [`DELETE /h/${cast.hub.slug}`, reads],
      ['POST /t/thr_none.md', reads],
      [`PATCH /p/${pad}`, reads],
      ['POST /privacy', reads],
      ['POST /out', reads],
      [`POST ${assets.style}`, reads],
      ['POST /b/old-name', reads],
      ['POST /healthz', reads],
      ['POST /openapi.json', reads],
      ['POST /.well-known/agent-card.json', reads],
      ['POST /.well-known/oauth-authorization-server', reads],
      ['POST /api/v1/tools', reads],
      ['PUT /api/v1/tools/show_svc', 'GET, HEAD, OPTIONS, POST'],
      ['GET /api/v1/agents/key', 'OPTIONS, POST'],
      ['GET /api/v1/agents/register', 'OPTIONS, POST'],
      [`POST /api/export/${thread}`, reads],
      ['GET /api/tools/ui_react', 'OPTIONS, POST'],
      ['HEAD /api/jump-in', 'OPTIONS, POST'],
      ['GET /oauth/token', 'OPTIONS, POST'],
      ['PUT /oauth/authorize', 'GET, HEAD, OPTIONS, POST'],
      ['GET /signout', 'OPTIONS, POST'],
      ['POST /internal/prune', reads],
    ] as const) {
      const answer = await ask(line)
      expect([answer.status, answer.headers.get('allow')], line).to.deep.equal([405, allow])
      if (line.startsWith('HEAD')) continue
      const told = (await answer.json()) as { message: string; error_description?: string }
      expect(told, line).to.include({ error: 'method_not_allowed', reason: 'method' })
      expect(line.includes('/oauth/') ? told.error_description : told.message, line).to.contain(
        allow.split(', ').at(-1),
      )
      const [method, path = ''] = line.split(' ')
      expect((await ask(`OPTIONS ${path}`)).status, `OPTIONS ${path}`).to.equal(204)
      expect((await ask(`${method} ${path}/nothing/here`)).status, `nothing below ${path}`).to.equal(404)
    }
    const page = await ask('GET /signout', { Accept: browser })
    expect([page.status, page.headers.get('allow')]).to.deep.equal([405, 'OPTIONS, POST'])
    expect(await page.text()).to.contain('That does not work here')
  })

  it('to a person at an address where nothing is, is a page; to a program it says where to look', async () => {
    const page = await ask('GET /nothing-here', { Accept: browser })
    expect(page.status).to.equal(404)
    expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(await page.text()).to.include('<h1>There is nothing here for you</h1>')
    const told = (await (await ask('GET /nothing-here')).json()) as object
    expect(told).to.include({ error: 'not_found' })
    const write = (await (await ask('POST /nothing-here', { Accept: browser })).json()) as object
    expect(write).to.include({ error: 'not_found' })
  })
})
