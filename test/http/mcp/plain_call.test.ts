import { expect } from 'chai'
import Koa from 'koa'
import sinon from 'sinon'
import { agentKey, type Doors, openDoors, said } from '../doors_alone.ts'
import { conflict } from '../../../src/rules/errors.ts'
import { OneOfMany } from '../../../src/tools/call/called.ts'

/** A _meta key that means nothing to anybody: the SDK answers what is not plain. */
const bySdk = { 'svc-test': true }

describe('a plain tools/call', () => {
  const alike = { text: 'words ✓ of all', data: { thread_id: 'thr_1', posts: [{ seq: 3 }] } }
  const trust = { integrity: 'untrusted', confidentiality: 'public' } as const
  let doors: Doors
  before(async () => {
    doors = await openDoors((name, sent) => {
      if (name === 'open_thread') return said(`called with ${JSON.stringify(sent)}`)
      if (name === 'edit_pad') throw conflict('version_moved', 'Read it again.', { state: 'open' })
      // what one of thousands gets whom a post woke
      if (name === 'catch_up')
        return new OneOfMany(alike, { waited_ms: 20, linked_to: { name: 'Ann' } }, trust, undefined)
      return said('done\n~~~\nwords ✓ \u2028', { seq: 3, allowance: { limit: 20, remaining: 19 }, notices: ['x'] })
    })
  })
  after(() => doors.close())

  const usual = {
    authorization: `Bearer ${agentKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const answer = async (
    id: string | number,
    name: string,
    meta: object,
    headers: Record<string, string> = {},
    sent: unknown = { a: 1 },
    query = '',
  ) => {
    const res = await fetch(`${doors.url}/mcp${query}`, {
      method: 'POST',
      headers: { ...usual, ...headers },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: sent, _meta: meta },
      }),
    })
    const { date: _, ...rest } = Object.fromEntries(res.headers)
    return { status: res.status, headers: rest, body: await res.text() }
  }

  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }

  for (const name of ['post_reply', 'edit_pad', 'catch_up']) {
    for (const id of [7, 'seven']) {
      it(`of ${name} under id ${id} is answered byte for byte as the SDK of 2025 answers it`, async () => {
        const ours = await answer(id, name, {})
        expect(ours.status).to.equal(200)
        expect(await answer(id, name, bySdk)).to.deep.equal(ours)
        expect(await answer(id, name, { progressToken: 1 }, { 'mcp-protocol-version': '2025-11-25' })).to.deep.equal(
          ours,
        )
      })

      it(`of ${name} under id ${id} is answered byte for byte as the SDK of 2026 answers it`, async () => {
        const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
        const ours = await answer(id, name, envelope, headers)
        expect(ours.status).to.equal(200)
        // an encoded name is one the SDK has to decode
        const encoded = `=?base64?${Buffer.from(name).toString('base64')}?=`
        expect(await answer(id, name, envelope, { ...headers, 'mcp-name': encoded })).to.deep.equal(ours)
      })
    }
  }

  it('of a client that is answered in text alone is the same for each whom one post woke, and as the SDKs answer it', async () => {
    const ours = await answer(7, 'catch_up', {}, {}, {}, '?content=text')
    const { result } = JSON.parse(ours.body) as { result: object }
    expect(result).to.have.property('content')
    expect(result).not.to.have.property('structuredContent')
    expect(await answer(7, 'catch_up', bySdk, {}, {}, '?content=text')).to.deep.equal(ours)
  })

  // RUNNING: a schema failure is a tool result, never a JSON-RPC error
  for (const sent of [null, [], 'text', '{"a":1}', 5]) {
    it(`with arguments ${JSON.stringify(sent)} is answered alike, by whichever SDK too`, async () => {
      const ours = await answer(1, 'open_thread', {}, {}, sent)
      const { result } = JSON.parse(ours.body) as { result: { content: { text: string }[] } }
      expect(result.content[0]?.text).to.equal(`called with ${JSON.stringify(sent ?? {})}`)
      expect(await answer(1, 'open_thread', bySdk, {}, sent)).to.deep.equal(ours)
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'open_thread' }
      const newer = await answer(1, 'open_thread', envelope, headers, sent)
      const encoded = `=?base64?${Buffer.from('open_thread').toString('base64')}?=`
      const bySdk2026 = await answer(1, 'open_thread', envelope, { ...headers, 'mcp-name': encoded }, sent)
      expect(bySdk2026).to.deep.equal(newer)
    })
  }

  describe('whose params lack what it is about', () => {
    const lacking: readonly (readonly [method: string, params: object | undefined, said: RegExp])[] = [
      ['tools/call', undefined, /params\.name is missing\. tools\/call needs it: the name of a tool/],
      ['tools/call', {}, /params\.name is missing/],
      ['tools/call', { arguments: { a: 1 } }, /params\.name is missing/],
      ['tools/call', { arguments: 'text' }, /params\.name is missing/],
      ...[5, null, {}, ['post_reply']].map(
        (name) => ['tools/call', { name, arguments: {} }, /params\.name is no text/] as const,
      ),
      ['prompts/get', {}, /params\.name is missing\. prompts\/get needs it: the name of a prompt/],
      ['resources/read', { uri: 5 }, /params\.uri is no text\. resources\/read needs it/],
      ['tools/list', { cursor: 5 }, /params\.cursor is not as tools\/list takes it/],
      ['completion/complete', {}, /params\.ref, params\.argument are not as completion\/complete takes them/],
      [
        'completion/complete',
        { ref: { type: 'hub' }, argument: { name: 'hub', value: 'b' } },
        /params\.ref(\.type)? is not/,
      ],
    ]
    const sent = async (message: object, headers: Record<string, string> = {}) => {
      const res = await fetch(`${doors.url}/mcp`, {
        method: 'POST',
        headers: { ...usual, ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      })
      return { status: res.status, body: await res.text() }
    }

    for (const [method, params, said] of lacking) {
      it(`is told so, alike in both eras: ${method} with ${JSON.stringify(params)}`, async () => {
        const ours = await sent({ id: 'one', method, params })
        const { error, ...rest } = JSON.parse(ours.body) as { error: { message: string } }
        expect(rest).to.deep.equal({ jsonrpc: '2.0', id: 'one' })
        expect(error).to.have.all.keys('code', 'message')
        expect(error).to.include({ code: -32_602 })
        expect(error.message)
          .to.match(said)
          .and.match(/^Invalid params: [^[\]{}"]+\.$/)
        expect(ours.status).to.equal(200)
        expect(await sent({ id: 'one', method, params: { ...params, _meta: bySdk } })).to.deep.equal(ours)
        for (const named of [{}, { 'mcp-name': 'post_reply' }]) {
          const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named }
          const newer = await sent({ id: 'one', method, params: { ...params, _meta: envelope } }, headers as never)
          expect({ ...newer, body: JSON.parse(newer.body) }).to.deep.equal({ ...ours, body: JSON.parse(ours.body) })
        }
      })
    }

    it('is told first what is wrong with what is around them, and one without an id is not answered', async () => {
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
      expect((await sent({ id: 1, method: 'tools/call', params: {} }, headers)).status).to.equal(400)
      const old = await sent({ id: 1, method: 'tools/call', params: {} }, { 'mcp-protocol-version': '1999-01-01' })
      expect(old.status).to.equal(400)
      expect(await sent({ method: 'tools/call', params: {} })).to.deep.equal({ status: 202, body: '' })
    })
  })

  it('is answered before Koa, which answers whatever else comes: a body is read once', async () => {
    const koa = sinon.spy(Koa.prototype as unknown as { handleRequest(): void }, 'handleRequest')
    const asked = async (headers: Record<string, string>, body: string) => {
      koa.resetHistory()
      const res = await fetch(`${doors.url}/mcp?content=text`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body,
      })
      return { status: res.status, byKoa: koa.called, heard: await res.text() }
    }
    const call = (meta: object) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'post_reply', _meta: meta } })
    const key = { authorization: `Bearer ${agentKey}` }
    try {
      const plain = await asked(key, call({}))
      expect(plain).to.deep.include({ status: 200, byKoa: false })
      expect(plain.heard).to.include('done').and.not.include('structuredContent')
      expect(await asked(key, call(bySdk))).to.deep.equal({ ...plain, byKoa: true })
      const broken = await asked(key, 'no JSON')
      expect(broken).to.deep.include({ status: 400, byKoa: true })
      expect(JSON.parse(broken.heard)).to.have.nested.property('error.code', -32_700)
      for (const authorization of ['Basic c3Zj', `Bearer ${agentKey}x`]) {
        const refused = await asked({ authorization }, call({}))
        expect(refused).to.deep.include({ status: 401, byKoa: true })
        expect(JSON.parse(refused.heard)).to.include({ error: 'invalid_token', reason: 'bad_key' })
        expect(JSON.parse(refused.heard).error_description).to.match(/not valid or was revoked/)
      }
    } finally {
      koa.restore()
    }
  })

  it('of 2026 needs its headers and its envelope', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'post_reply' }
    for (const missing of Object.keys(headers)) {
      const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== missing))
      expect((await answer(1, 'post_reply', envelope, rest)).status, missing).to.equal(400)
    }
    // and once refused it is refused again
    for (const id of [1, 2]) expect((await answer(id, 'post_reply', {}, headers)).status).to.equal(400)
    expect((await answer(1, 'post_reply', envelope, { ...headers, 'mcp-name': 'react' })).status).to.equal(400)
  })
})
