import { expect } from 'chai'
import Koa from 'koa'
import sinon from 'sinon'
import { oldNames } from '../../../src/rules/old_names.ts'
import { gzipSync } from 'node:zlib'
import { busy, notFound, rateLimited } from '../../../src/rules/errors.ts'
import { bodies } from '../../../src/rules/limits.ts'
import { agentKey, type Doors, openDoors, said } from '../doors_alone.ts'
import { tellsTheCallThatItsClientLeft } from '../client_leaves.ts'

describe('the REST mirror', () => {
  let doors: Doors
  let answering = () => said('done', { post_id: 'msg_1' })
  before(async () => {
    doors = await openDoors(() => answering())
  })
  after(() => doors.close())
  beforeEach(() => {
    answering = () => said('done', { post_id: 'msg_1' })
  })

  const post = (body: RequestInit['body'] | undefined, headers: Record<string, string> = {}, name = 'post_reply') =>
    fetch(`${doors.url}/api/v1/tools/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const last = () => doors.calls.at(-1)

  // SPEC: response 200: object with
  // SPEC: success headers: cache-control no-store
  // SPEC: exposed headers: www-authenticate
  // SPEC: api version the string
  it('answers text, data and api, never cached, to any origin', async () => {
    const res = await post('{"thread_id":"thr_1"}', { origin: 'https://elsewhere.example' })
    expect(res.status).to.equal(200)
    expect(await res.json()).to.deep.equal({ text: 'done', data: { post_id: 'msg_1' }, api: '1' })
    expect(res.headers.get('cache-control')).to.equal('no-store')
    expect(res.headers.get('access-control-allow-origin')).to.equal('*')
    expect(res.headers.get('access-control-expose-headers')).to.equal(
      'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
    )
    expect(res.headers.get('ratelimit')).to.equal(null)
    expect(last()?.asked.door).to.equal('rest')
  })

  // SPEC: every write reply carries
  // SPEC: success headers: cache-control no-store
  it('says the allowance of a counted write in its headers', async () => {
    const resets_at = new Date(Date.now() + 86_400_000).toISOString()
    answering = () => {
      const allowance = { per: 'day', used: 1, limit: 20, remaining: 19, resets_at } as const
      return { ...said('done', { allowance }), allowance }
    }
    const res = await post('{}')
    expect(res.headers.get('ratelimit')).to.equal('"posts";r=19;t=86400')
    expect(res.headers.get('ratelimit-limit')).to.equal('20')
    expect(res.headers.get('ratelimit-remaining')).to.equal('19')
    expect(res.headers.get('ratelimit-reset')).to.equal('86400')
  })

  it('answers a call with a query, which Koa takes, as one without, in every header and outcome', async () => {
    const allowance = { per: 'day', used: 1, limit: 20, remaining: 19, resets_at: new Date(0).toISOString() } as const
    const outcomes = {
      done: () => said('done \u00e9', { post_id: 'msg_1' }),
      counted: () => ({ ...said('done', { allowance }), allowance, outdated: true as const }),
      refused: () => {
        throw rateLimited('ip', 'Slower.', { retry_after_seconds: 7 })
      },
      missing: () => {
        throw notFound('unreadable', 'Nothing here.')
      },
      broken: () => {
        throw new Error('a fault')
      },
    }
    const koa = sinon.spy(Koa.prototype as unknown as { handleRequest(): void }, 'handleRequest')
    const seen = async (name: string, body: string, headers = {}) => {
      koa.resetHistory()
      const res = await post(body, headers, name)
      expect(koa.called, `Koa was asked for ${name}`).to.equal(name.includes('?'))
      const kept = [...res.headers].filter(([header]) => header !== 'date')
      return { status: res.status, headers: Object.fromEntries(kept), body: await res.text() }
    }
    for (const [outcome, called] of Object.entries(outcomes)) {
      answering = called as typeof answering
      expect(await seen('post_reply', '{}'), outcome).to.deep.equal(await seen('post_reply?by=koa', '{}'))
    }
    const bad = { authorization: `Bearer ${agentKey}x` }
    for (const [body, headers] of [
      ['no JSON', {}],
      ['{}', bad],
      ['{}', { host: 'elsewhere.example' }],
    ] as const)
      expect(await seen('post_reply', body, headers)).to.deep.equal(await seen('post_reply?by=koa', body, headers))
    koa.restore()
  })

  it('goes on after a refusal that cannot be written, and after a fault before anything was looked at', async () => {
    answering = () => {
      throw rateLimited('ip', 'Slower.', { retry_after_seconds: 1, odd: 1n })
    }
    const unwritten = await post('{}').catch(() => 'closed')
    expect(unwritten).to.equal('closed')
    doors.server.prependOnceListener('request', (req) => {
      const { method } = req
      let reads = 0
      Object.defineProperty(req, 'method', {
        get() {
          if (++reads === 1) throw new Error('a fault')
          return method
        },
      })
    })
    const broken = await post('{}')
    expect(broken.status).to.equal(500)
    answering = () => said('done')
    expect((await post('{}')).status).to.equal(200)
  })

  it('says nothing of an allowance that counts nothing', async () => {
    answering = () => ({ ...said('done'), allowance: { per: 'none' } })
    expect((await post('{}')).headers.has('ratelimit')).to.equal(false)
  })

  for (const [what, name, answer] of [
    ['of a tool', 'edit_post', () => said('done')],
    [
      'of a tool, in a refusal too',
      'edit_post',
      () => {
        throw notFound('unreadable', 'Gone.')
      },
    ],
    ['of an argument', 'open_pad', () => ({ ...said('done'), outdated: true as const })],
  ] as const)
    it(`marks an older name ${what} as going away`, async () => {
      answering = answer
      const res = await post('{}', {}, name)
      const since = Number(/^@(\d+)$/.exec(res.headers.get('deprecation') ?? '')?.[1])
      expect(Date.parse(res.headers.get('sunset') ?? '')).to.equal((since + 180 * 86_400) * 1000)
    })

  // SPEC: no key 401 +
  // SPEC: /api/v1/ 401 with the
  it('without a key says where one comes from', async () => {
    const res = await fetch(`${doors.url}/api/v1/tools/post_reply`, { method: 'POST', body: '{}' })
    expect(res.status).to.equal(401)
    expect(await res.json()).to.include({ error: 'unauthenticated', reason: 'no_key' })
    expect(res.headers.get('www-authenticate')).to.match(
      /^Bearer resource_metadata="http:\/\/localhost:\d+\/\.well-known\/oauth-protected-resource\/mcp"/,
    )
    expect(res.headers.get('access-control-allow-origin')).to.equal('*')
  })

  // SPEC: bad or revoked key 401
  // SPEC: cookies are never read on
  // SPEC: request: body is the
  // SPEC: /api/v1/ 401 with the
  it('refuses a bad key, and a cookie is no key', async () => {
    const bad = await post('{}', { authorization: 'Bearer nonsense' })
    expect(bad.status).to.equal(401)
    expect((await bad.json()) as object).to.include({ error: 'unauthenticated', reason: 'bad_key' })
    const cookie = await fetch(`${doors.url}/api/v1/tools/post_reply`, {
      method: 'POST',
      headers: { cookie: `dp_session=dps_${'s'.repeat(43)}` },
      body: '{}',
    })
    expect(cookie.status).to.equal(401)
  })

  // SPEC: POST /api/v1/tools/<name> > rate limited 429
  it('turns a refusal into its status, body and Retry-After', async () => {
    answering = () => {
      throw rateLimited('pace', 'Wait.', { retry_after_seconds: 9 })
    }
    const res = await post('{}')
    expect(res.status).to.equal(429)
    expect(res.headers.get('retry-after')).to.equal('9')
    expect(await res.json()).to.include({ error: 'rate_limited', reason: 'pace', retryAfterSeconds: 9 })
  })

  // SPEC: POST /api/v1/tools/<name> > unexpected 500
  // SPEC: Errors > internal 500
  it('says no more of a fault than that nothing was changed', async () => {
    answering = () => {
      throw new Error('the password is hunter2')
    }
    const res = await post('{}')
    expect(res.status).to.equal(500)
    const text = await res.text()
    expect(text).to.include('nothing was changed').and.not.include('hunter2')
  })

  // SPEC: POST /api/v1/tools/<name> > database crowded
  // SPEC: Errors > busy 503
  it('says busy with 503 and when to come back, within half a minute', async () => {
    for (const retry_after_seconds of [1, 30]) {
      answering = () => {
        throw busy('database', 'The database is crowded; nothing was changed.', { retry_after_seconds })
      }
      const res = await post('{}')
      expect([res.status, res.headers.get('retry-after')]).to.deep.equal([503, String(retry_after_seconds)])
      expect(await res.json()).to.include({ error: 'busy', retry_after_seconds })
    }
  })

  // SPEC: cors preflight on
  it('answers a preflight', async () => {
    for (const path of ['/api/v1/tools/post_reply', '/api/v1/agents/key']) {
      const res = await fetch(doors.url + path, { method: 'OPTIONS' })
      expect(res.status).to.equal(204)
      expect(res.headers.get('access-control-allow-methods')).to.equal('POST, OPTIONS')
      expect(res.headers.get('access-control-max-age')).to.equal('600')
      expect(res.headers.get('access-control-expose-headers')).to.contain('RateLimit-Reset')
    }
  })

  // SPEC: Summary > get /api/v1/tools
  // SPEC: response: api , and
  it('lists without a key, and refuses a bad one', async () => {
    const res = await fetch(`${doors.url}/api/v1/tools`)
    expect((await res.json()) as object).to.have.keys('api', 'tools')
    expect((await fetch(`${doors.url}/api/v1/tools`, { headers: { authorization: 'Bearer x' } })).status).to.equal(401)
  })

  it('shows one tool whole, with its schemas and a call as it is sent, to anybody', async () => {
    const show = async (name: string) => {
      const res = await fetch(`${doors.url}/api/v1/tools/${name}`)
      return { status: res.status, body: (await res.json()) as Record<string, any> }
    }
    const { status, body } = await show('edit_pad')
    expect(status).to.equal(200)
    expect(body).to.include({ api: '1', name: 'edit_pad', read_only: false, agent_key_only: false })
    expect(body['input_schema'].properties.edits.items.required).to.deep.equal(['block', 'rev', 'text'])
    expect(body['output_schema'].properties).to.include.keys('edit_id', 'limit_reached', 'replayed', 'allowance')
    expect(body['example'].arguments.edits[0]).to.have.keys('block', 'rev', 'text')
    expect(body['url']).to.match(/\/api\/v1\/tools\/edit_pad$/)
    const [older, now] = Object.entries(oldNames.tools)[0]!
    expect((await show(older)).body).to.include({ name: now, replaced_by: now })
    for (const name of ['nothing', 'ui_home']) expect((await show(name)).body).to.include({ error: 'not_found' })
    const bad = { headers: { authorization: 'Bearer x' } }
    expect((await fetch(`${doors.url}/api/v1/tools/edit_pad`, bad)).status).to.equal(401)
  })

  // SPEC: renews the caller s key
  // SPEC: Summary > post /api/v1/agents/key
  it('renews a key as rotate_key does', async () => {
    const res = await fetch(`${doors.url}/api/v1/agents/key`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentKey}` },
    })
    expect(res.status).to.equal(200)
    expect(last()?.name).to.equal('rotate_key')
  })

  it('knows no other path', async () => {
    const res = await fetch(`${doors.url}/api/v2/tools`)
    expect(res.status).to.equal(404)
    expect(await res.json()).to.include({ error: 'not_found' })
  })

  it('has nothing at a path that does not decode', async () => {
    for (const path of ['/api/v1/tools/%zz', '/%E0%A4%A', '/h/%zz', '//']) {
      const res = await fetch(doors.url + path, { method: 'POST', headers: { authorization: `Bearer ${agentKey}` } })
      expect(res.status, path).to.be.oneOf([200, 404])
    }
  })

  describe('reads a body', () => {
    const refusal = async (res: Response): Promise<[number, string, string]> => {
      const { error, reason } = (await res.json()) as { error: string; reason: string }
      return [res.status, error, reason]
    }

    it('that is empty as no arguments', async () => {
      expect((await post(undefined)).status).to.equal(200)
      expect(last()?.sent).to.deep.equal({})
    })

    // SPEC: request: body is the
    it('of plain text that is JSON', async () => {
      await post('{"a":1}', { 'content-type': 'text/plain' })
      expect(last()?.sent).to.deep.equal({ a: 1 })
    })

    it('after a byte order mark', async () => {
      await post('\ufeff{"a":1}')
      expect(last()?.sent).to.deep.equal({ a: 1 })
    })

    it('that is compressed', async () => {
      await post(gzipSync('{"a":1}'), { 'content-encoding': 'gzip' })
      expect(last()?.sent).to.deep.equal({ a: 1 })
    })

    it('that is compressed and takes longer to inflate than to arrive', async () => {
      const sent = { a: 'x'.repeat(bodies.tools - 100) }
      expect((await post(gzipSync(JSON.stringify(sent)), { 'content-encoding': 'gzip' })).status).to.equal(200)
      expect(last()?.sent).to.deep.equal(sent)
      const half = gzipSync(JSON.stringify(sent)).subarray(0, -6)
      expect(await refusal(await post(half, { 'content-encoding': 'gzip' }))).to.deep.equal([
        400,
        'invalid',
        'body_not_json',
      ])
    })

    // SPEC: POST /api/v1/tools/<name> > body not json
    it('and says when it is not JSON', async () => {
      for (const body of ['{', 'a=b', '{"a":1}}', Buffer.from([0x22, 0xff, 0x22])]) {
        expect(await refusal(await post(body))).to.deep.equal([400, 'invalid', 'body_not_json'])
      }
      expect(await refusal(await post('{}', { 'content-encoding': 'gzip' }))).to.deep.equal([
        400,
        'invalid',
        'body_not_json',
      ])
      for (const encoding of ['zip', 'constructor', '__proto__']) {
        expect(await refusal(await post('{}', { 'content-encoding': encoding }))).to.deep.equal([
          400,
          'invalid',
          'body_not_json',
        ])
      }
    })

    // SPEC: request: body is the
    it('up to the limit and not a byte more', async () => {
      const filled = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`
      expect((await post(filled(bodies.tools))).status).to.equal(200)
      const before = doors.calls.length
      expect(await refusal(await post(filled(bodies.tools + 1)))).to.deep.equal([413, 'too_large', 'body'])
      const told = (await (await post(filled(bodies.tools + 1))).json()) as object
      expect(told).to.include({ limit: bodies.tools, size: bodies.tools + 1 })
      expect(doors.calls.length).to.equal(before)
    })

    it('whose length nobody declared, counted on the way', async () => {
      const endless = new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(65_536))
        },
      })
      const res = await fetch(`${doors.url}/api/v1/tools/post_reply`, {
        method: 'POST',
        headers: { authorization: `Bearer ${agentKey}` },
        body: endless,
        duplex: 'half',
      } as RequestInit).catch((error: unknown) => error)
      // the answer, or the connection cut while it was still being sent to
      if (res instanceof Response) expect(res.status).to.equal(413)
    })

    it('that inflates past the limit only so far', async () => {
      const bomb = gzipSync(Buffer.alloc(200_000_000, ' '))
      expect(bomb.length).to.be.below(bodies.tools)
      const grown = process.memoryUsage().rss
      expect(await refusal(await post(bomb, { 'content-encoding': 'gzip' }))).to.deep.equal([413, 'too_large', 'body'])
      expect(process.memoryUsage().rss - grown).to.be.below(100_000_000)
    })

    it('that nests 64 levels and not 65', async () => {
      const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
      expect((await post(nested(64))).status).to.equal(200)
      expect(await refusal(await post(nested(65)))).to.deep.equal([400, 'invalid', 'schema'])
      expect(await refusal(await post(nested(20_000)))).to.deep.equal([400, 'invalid', 'schema'])
    })

    it('that names 5,000 fields and not 5,001', async () => {
      const named = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"${n}":":"`).join(',')}}`
      expect((await post(named(5_000))).status).to.equal(200)
      expect(await refusal(await post(named(5_001)))).to.deep.equal([400, 'invalid', 'schema'])
    })

    it('whose brackets in strings are no nesting', async () => {
      expect((await post(JSON.stringify({ a: '[{"\\'.repeat(500) }))).status).to.equal(200)
    })
  })

  it('tells the call when the client has gone', () =>
    tellsTheCallThatItsClientLeft('/api/v1/tools/show_svc', {
      headers: { authorization: `Bearer ${agentKey}` },
      body: '{}',
    }))
})
