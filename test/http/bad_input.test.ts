import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { bodies, bodyPieces, inputs, sizes } from '../../src/rules/limits.ts'
import { connect } from '../support/assistant.ts'
import type { Agent } from '../support/cast.ts'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'

/** Everything that comes in wrong gets the error the specification names, and changes nothing. */
describe('bad input', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let otto: Agent
  let thread_id: string
  before(async () => {
    otto = cast.otto
    const { hub } = cast
    thread_id = (await otto.does('start_thread', { hub: hub.slug, title: 'Bread', body: 'How hot?' }))['thread_id']
  })

  let posts = 0
  beforeEach(async () => {
    posts = await count()
  })
  const count = async (): Promise<number> => Number((await server.sql`select count(*) as n from post`)[0]?.['n'])
  const changedNothing = async (): Promise<void> => {
    expect(await count()).to.equal(posts)
  }

  throughEachDoor((door) => {
    const refusals: [what: string, tool: string, args: object, error: string, reason: string, path?: string][] = [
      ['an unknown tool', 'post_replay', {}, 'not_found', 'unknown_tool'],
      ['a missing field', 'post_reply', { thread_id: 'thr_0123456789abcdefghjkmnpqrs' }, 'invalid', 'schema', 'body'],
      [
        'a list for text',
        'post_reply',
        { thread_id: 'thr_0123456789abcdefghjkmnpqrs', body: ['7'] },
        'invalid',
        'schema',
        'body',
      ],
      ['a number beyond every count', 'show_svc', { after: 1e19 }, 'invalid', 'schema', 'after'],
      [
        'a day that is on no calendar',
        'catch_up',
        { hub: 'the-bakery', since: '2026-02-30T10:00:00Z' },
        'invalid',
        'since',
      ],
      [
        'a day for a task that is on no calendar',
        'create_task',
        { thread_id: 'thr_0123456789abcdefghjkmnpqrs', title: 'Bake', due: '2026-11-31' },
        'invalid',
        'schema',
        'due',
      ],
      [
        'an id of something else',
        'open_thread',
        { thread_id: 'pad_0123456789abcdefghjkmnpqrs' },
        'invalid',
        'schema',
        'thread_id',
      ],
      [
        'an enum value it does not know',
        'react',
        { post_id: 'msg_0123456789abcdefghjkmnpqrs', reaction: 'love' },
        'invalid',
        'schema',
        'reaction',
      ],
      ['a list where a number belongs', 'show_svc', { after: [] }, 'invalid', 'schema', 'after'],
    ]
    for (const [what, tool, args, error, reason, path] of refusals) {
      it(`refuses ${what}`, async () => {
        const said = await otto.call(tool, args, door)
        expect(said.error).to.include({ error, reason })
        if (path) expect(said.error?.['issues'].map((issue: { path: string }) => issue.path)).to.include(path)
        await changedNothing()
      })
    }

    it('refuses half a surrogate pair and NUL, naming the field', async () => {
      for (const body of ['half \ud83d of it', 'a\0b']) {
        const said = await otto.call('post_reply', { thread_id, body }, door)
        expect(said.error).to.include({ error: 'invalid', reason: 'schema' })
        expect(said.error?.['issues'][0].path).to.equal('body')
      }
      // what comes as text is read, and what is in it too
      const edits = JSON.stringify([{ block: '0badf00d', rev: 1, text: 'a\0b' }])
      const said = await otto.call('edit_pad', { pad_id: `pad_${'0'.repeat(26)}`, base_version: 1, edits }, door)
      expect(said.error).to.include({ error: 'invalid', reason: 'schema' })
      expect(said.error?.['issues'][0].path).to.equal('edits.0.text')
      await changedNothing()
    })

    it('names a field it does not take, and ignores it', async () => {
      const said = await otto.call('open_thread', { thread_id, colour: 'red' }, door)
      expect(said.ok).to.equal(true)
      expect(said.data['ignored_args']).to.deep.equal(['colour'])
      expect(said.text).to.match(/colour/)
    })

    it('repeats of many wrong or unknown fields only the first', async () => {
      const pad_id = 'pad_0123456789abcdefghjkmnpqrs'
      const wrong = await otto.call('edit_pad', { pad_id, edits: Array(50_000).fill({}) }, door)
      expect(wrong.error).to.include({ error: 'invalid', reason: 'schema' })
      expect(wrong.error?.['issues']).to.have.length(inputs.issuesNamed)
      expect(wrong.error?.message).to.contain(`at most ${sizes.edits} items`)

      const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${'k'.repeat(200)}${n}`, 1]))
      const said = await otto.call('open_thread', { thread_id, ...unknown }, door)
      expect(said.data['ignored_args']).to.have.length(inputs.ignoredNamed)
      expect(said.data['ignored_args'][0]).to.equal('k'.repeat(inputs.ignoredName))
      await changedNothing()
    })

    it('takes numbers and cursors of what cannot be there', async () => {
      const far = { after_seq: 2 ** 31, before_seq: 999_999_999_999_999 }
      for (const [name, seq] of Object.entries(far)) {
        const said = await otto.call('open_thread', { thread_id, [name]: seq }, door)
        expect(said.ok, name).to.equal(true)
      }
      for (const time of [8.64e15, -8.64e15, Date.parse('0000-06-01')]) {
        const cursor = Buffer.from(`${time.toString(36)} thr_a`).toString('base64url')
        for (const [tool, args] of [
          ['open_hub', { hub: cast.hub.slug }],
          ['search_svc', { type: 'task' }],
          ['list_dms', {}],
        ] as const) {
          expect(await otto.refused(tool, { ...args, cursor }, door), tool).to.equal('invalid/cursor')
        }
        expect((await fetch(`${server.url}/explore?lane=new&cursor=${cursor}`)).status).to.equal(200)
      }
      const hub = cast.hub.slug
      for (const [tool, args] of [
        ['catch_up', { since: 'czzzzzzzzzz' }],
        ['catch_up', { since: '0000-01-01' }],
        ['undo_everything', { hub, participant: otto.id, since: '9999-12-31T23:59:59-14:00', dry_run: true }],
      ] as const) {
        expect(await otto.refused(tool, args, door), JSON.stringify(args)).to.equal('invalid/since')
      }
      const due = await otto.refused(
        'create_task',
        { thread_id, title: 'Too early', due: '0000-01-01T00:00:00Z' },
        door,
      )
      expect(due).to.equal('invalid/schema')
    })

    it('refuses an agent key that would act as another agent', async () => {
      for (const as_agent of ['somebody', cast.bensAgent.handle, [cast.bensAgent.handle]]) {
        const said = await otto.refused('post_reply', { thread_id, body: 'As another.', as_agent }, door)
        expect(said).to.equal('invalid/other_agent')
      }
      // wrapped, or as JSON text, it is the same call
      const args = { thread_id, body: 'As another.', as_agent: cast.bensAgent.handle }
      const edited = { post_id: 'msg_0123456789abcdefghjkmnpqrs', body: 'As another.', as_agent: args.as_agent }
      for (const [tool, sent] of [
        ['post_reply', { arguments: args }],
        ['post_reply', { args }],
        ['post_reply', { input: JSON.stringify(args) }],
        ['post_reply', JSON.stringify(args)],
        ['post_reply', JSON.stringify({ arguments: args })],
        ['edit_post', { arguments: edited }],
      ] as const) {
        const said = await otto.refused(tool, sent as object, door)
        expect(said, `${tool} ${JSON.stringify(sent)}`).to.equal('invalid/other_agent')
      }
      await changedNothing()
      for (const as_agent of [otto.id, `@${otto.handle}`, otto.handle.split('.')[0]]) {
        expect((await otto.call('open_thread', { thread_id, as_agent }, door)).ok).to.equal(true)
      }
    })

    it('takes texts up to the limit and answers 413 past it', async () => {
      const body = 'é'.repeat(sizes.post)
      expect((await otto.call('post_reply', { thread_id, body }, door)).ok).to.equal(true)
      posts++
      const past = await otto.call('post_reply', { thread_id, body: `${body}x` }, door)
      expect(past.error).to.include({ error: 'too_large', reason: 'post', limit: sizes.post, size: sizes.post + 1 })
      const title = 'x'.repeat(sizes.title + 1)
      const titled = await otto.call('start_thread', { hub: cast.hub.slug, title, body: 'x' }, door)
      expect(titled.error).to.include({ error: 'too_large', reason: 'title', limit: sizes.title })
      await changedNothing()
    })

    it('does not tell what is private from what is missing', async () => {
      const hidden = await otto.does('create_hub', { title: 'Ours' }, door)
      const [there, missing] = [hidden['hub_id'], 'hub_0123456789abcdefghjkmnpqrs']
      const [one, other] = [
        await cast.stranger.call('open_hub', { hub: there }, door),
        await cast.stranger.call('open_hub', { hub: missing }, door),
      ]
      expect(one.error).to.deep.equal(other.error)
      expect(one.error).to.include({ error: 'not_found', reason: 'unreadable' })
    })
  })

  const post = (path: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${otto.key}`, 'content-type': 'application/json', ...headers },
      body: body ?? null,
    })

  it('answers REST in its own shape', async () => {
    const cases: [body: RequestInit['body'], headers: Record<string, string>, status: number, reason: string][] = [
      ['{', {}, 400, 'body_not_json'],
      ['[]', {}, 400, 'schema'],
      ['"x"', {}, 400, 'schema'],
      ['null', {}, 400, 'schema'],
      ['['.repeat(20_000), {}, 400, 'schema'],
      [' '.repeat(bodies.tools + 1), {}, 413, 'body'],
      [gzipSync(Buffer.alloc(100_000_000, ' ')), { 'content-encoding': 'gzip' }, 413, 'body'],
    ]
    for (const [body, headers, status, reason] of cases) {
      const res = await post('/api/v1/tools/post_reply', body, headers)
      expect([res.status, ((await res.json()) as { reason: string }).reason]).to.deep.equal([status, reason])
    }
    for (const [body, reason] of [
      ['null', 'schema'],
      ['[]', 'schema'],
      ['{oops', 'body_not_json'],
    ] as const)
      for (const path of ['/api/v1/tools/show_svc', '/api/v1/agents/key', '/api/v1/agents/register']) {
        const res = await post(path, body)
        const said = (await res.json()) as { reason: string }
        expect([res.status, said.reason], `${path} ${body}`).to.deep.equal([400, reason])
      }
    for (const headers of [{}, { 'content-type': 'text/plain' }]) {
      const unknown = await post('/api/v1/tools/bake_bread', '{', headers)
      const { reason } = (await unknown.json()) as { reason: string }
      expect([unknown.status, reason], 'which tool comes before what is sent').to.deep.equal([404, 'unknown_tool'])
    }
    const chat = await connect(server, cast.ada)
    const apps = { cookie: cast.ada.session, origin: server.url, 'x-svc': '1' }
    const answered: (readonly [path: string, headers: Record<string, string>, status: number, reason: string])[] = [
      ['/api/tools/ui_bake', apps, 404, 'unknown_tool'],
      ['/api/tools/ui_home', apps, 400, 'body_not_json'],
      // no chat host has a key to rotate
      ['/api/v1/agents/key', { authorization: `Bearer ${chat.tokens.access_token}` }, 404, 'unknown_tool'],
    ]
    for (const [path, headers, status, expected] of answered) {
      const res = await post(path, '{', headers)
      const said = (await res.json()) as { reason: string }
      expect([res.status, said.reason], path).to.deep.equal([status, expected])
    }
    await changedNothing()
  })

  it('reads no body that comes in more pieces than any network makes of it', async () => {
    const inPieces = async (path: string, pieces: readonly Uint8Array[], headers: Record<string, string> = {}) => {
      const sent = request(server.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${otto.key}`,
          accept: 'application/json',
          'content-type': 'application/json',
          ...headers,
        },
      })
      sent.on('error', () => undefined)
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>
      for (const piece of pieces) sent.write(piece)
      sent.end()
      const [answer] = await answered
      const said = JSON.parse((await answer.setEncoding('utf8').toArray()).join('')) as { readonly reason?: string }
      return [answer.statusCode, said.reason]
    }
    const singly = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, (_, n) => bytes.subarray(n, n + 1))
    const json = Buffer.from('{}'.padEnd(bodyPieces))
    const bytes = Buffer.from(JSON.stringify({ after: 0, padding: randomBytes(bodyPieces).toString('hex') }))
    const path = '/api/v1/tools/show_svc'
    expect(await inPieces(path, singly(json))).to.deep.equal([200, undefined])
    expect(await inPieces(path, singly(Buffer.concat([json, Buffer.from(' ')])))).to.deep.equal([400, 'body_not_json'])
    const gzip = { 'content-encoding': 'gzip' }
    expect(await inPieces(path, singly(gzipSync(bytes)), gzip)).to.deep.equal([400, 'body_not_json'])
    expect(await inPieces('/mcp', singly(Buffer.alloc(bodyPieces + 1, ' ')))).to.deep.equal([400, undefined])
  })

  it('never reads a cookie on /api/v1', async () => {
    const headers = { cookie: cast.ada.session, origin: server.url, 'x-svc': '1' }
    const res = await fetch(`${server.url}/api/v1/tools/show_svc`, { method: 'POST', headers, body: '{}' })
    expect(res.status).to.equal(401)
    expect(await res.json()).to.include({ error: 'unauthenticated', reason: 'no_key' })
  })

  it('never reads a bad key as signed out', async () => {
    const page = `${server.url}/t/${thread_id}?format=md`
    expect((await fetch(page)).status).to.equal(200)
    const res = await fetch(page, { headers: { authorization: `Bearer dpa_${'x'.repeat(43)}` } })
    expect(res.status).to.equal(401)
    expect(res.headers.get('www-authenticate')).to.match(/^Bearer /)
  })

  it('answers on every path with the headers of safety', async () => {
    for (const path of ['/', '/nowhere', '/healthz', '/openapi.json', '/api/v1/tools', `/t/${thread_id}`, '/signin']) {
      const { headers } = await fetch(server.url + path)
      expect(headers.get('x-content-type-options'), path).to.equal('nosniff')
      expect(headers.get('referrer-policy'), path).to.equal('same-origin')
      expect(headers.get('x-frame-options'), path).to.equal('DENY')
      expect(headers.get('content-security-policy'), path).to.match(/default-src 'none'/)
      expect(headers.has('cache-control'), path).to.equal(true)
    }
  })
})
