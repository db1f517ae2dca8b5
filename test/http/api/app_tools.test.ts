import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '../../../src/root.ts'
import { appTools } from '../../../src/tools/app/index.ts'
import { byName } from '../../../src/tools/index.ts'
import type { AtScreen } from '../../support/at_screen.ts'
import { withCast } from '../../support/here.ts'
import { webOf } from '../web.ts'

describe('POST /api/tools/:name', () => {
  const { server, cast } = withCast()
  const web = webOf(server)
  let ada: AtScreen
  before(async () => {
    ada = cast.ada
  })

  it('lists each file it has, and each tool names a model tool as its core or is its own', () => {
    const files = readdirSync(join(root, 'src', 'tools', 'app')).filter((name) => name.startsWith('ui_'))
    expect(appTools).to.have.length(46)
    expect(appTools.filter(({ kind }) => kind === 'write')).to.have.length(34)
    expect(appTools.map(({ name }) => `${name}.ts`)).to.include.members(files)
    expect(new Set(appTools.map(({ name }) => name)).size).to.equal(46)
    for (const { name, core, kind } of appTools) {
      if (core.name === name) expect(byName.has(name), name).to.equal(false)
      else expect(byName.get(core.name), name).to.equal(core)
      if (name !== 'ui_ack') expect(kind, name).to.equal(core.kind)
    }
    expect(appTools.filter(({ destructive }) => destructive).map(({ name }) => name)).to.deep.equal([
      'ui_leave_hub',
      'ui_update_hub',
      'ui_set_visibility',
      'ui_edit_post',
      'ui_delete_post',
      'ui_edit_pad',
      'ui_undo_edit',
      'ui_answer_edit',
      'ui_update_task',
      'ui_add_agent',
      'ui_invite',
      'ui_moderate',
      'ui_undo_everything',
    ])
  })

  // SPEC: Web app only > post /api/tools/:name
  // SPEC: Summary > post /api/tools/:name
  // SPEC: cookie-authenticated posts must
  it('takes a session from a page of ours, and never a Bearer key', async () => {
    const from = { Origin: web.url, 'x-svc': '1' }
    expect((await web.post('/api/tools/ui_home', {}, from)).body).to.include({ error: 'unauthenticated' })
    const keyed = await web.post('/api/tools/ui_home', {}, { ...from, Authorization: `Bearer ${cast.otto.key}` })
    expect(keyed.status).to.equal(401)
    const Cookie = cast.ada.session
    for (const headers of [{}, { 'x-svc': '1' }, { Origin: web.url }, { 'x-svc': '1', Origin: 'https://evil.test' }]) {
      const { status, body } = await web.post('/api/tools/ui_home', {}, { Cookie, ...headers })
      expect(status, JSON.stringify(headers)).to.equal(403)
      expect(body).to.include({ error: 'forbidden', reason: 'origin' })
    }
    expect((await web.post('/api/tools/ui_home', {}, { Cookie, ...from })).status).to.equal(200)
  })

  // SPEC: request: body is the
  it('knows its own tools alone', async () => {
    for (const name of ['ui_nothing', 'open_hub', 'constructor', 'check_inbox']) {
      expect((await ada.app(name)).body, name).to.include({ error: 'not_found', reason: 'unknown_tool' })
    }
    const key = { Authorization: `Bearer ${cast.otto.key}` }
    expect((await web.post('/api/v1/tools/ui_home', {}, key)).body).to.include({ error: 'not_found' })
  })

  it('answers data without a body of anybody, and a view with them', async () => {
    const { thread_id } = await ada.does('ui_start_thread', {
      hub: cast.hub.slug,
      title: 'Rye',
      body: 'quetzalcoatlus bakes',
    })
    const opened = await ada.app('ui_open_thread', { thread_id })
    expect(opened.status).to.equal(200)
    expect(opened.body).to.have.all.keys('data', 'view')
    expect(JSON.stringify(opened.body['data'])).not.to.include('quetzalcoatlus')
    expect(opened.body['view']).to.include({ kind: 'thread', title: 'Rye' })
    expect(opened.body['view'].posts[0]).to.deep.include({ body: 'quetzalcoatlus bakes', seq: 1 })
    expect(opened.body['view'].posts[0].author).to.deep.include({ kind: 'human', name: 'Ada' })
    const hub = await ada.app('ui_open_hub', { hub: cast.hub.slug })
    expect(hub.body['view']).to.include({ kind: 'hub', title: 'The bakery' })
    const pad = await ada.app('ui_open_pad', { pad_id: cast.hub.front_pad.pad_id })
    expect(pad.body['view']).to.include({ kind: 'pad' })
    expect((await ada.app('ui_search', { query: 'rye' })).body['view']).to.include({ kind: 'search' })
    expect((await ada.app('ui_tasks')).body['view']).to.include({ kind: 'tasks' })
    const home = (await ada.app('ui_home')).body
    expect(home['view']).to.include({ kind: 'home' })
    expect(home['view'].hubs.map(({ title }: { title: string }) => title)).to.include('The bakery')
    expect(JSON.stringify(home['data'])).not.to.include('The bakery')
    expect((await ada.app('ui_inbox')).body['view']).to.include({ kind: 'inbox' })
    expect((await ada.app('ui_dms')).body['view']).to.include({ kind: 'dm' })
    const explored = await ada.app('ui_explore', {})
    expect(explored.body['data'].results).not.to.deep.equal([])
  })

  it('does what its core does, by the arguments of its own', async () => {
    const { thread_id, post_id } = await ada.does('ui_start_thread', {
      hub: cast.hub.slug,
      title: 'Oven',
      body: 'Gas or wood?',
    })
    const { post_id: reply } = await ada.does('ui_post', { thread_id, body: 'Wood.', reply_to: post_id })
    expect(await ada.does('ui_edit_post', { post_id: reply, body: 'Gas.' })).to.include({ edits: 1 })
    expect((await ada.does('ui_react', { post_id, reaction: 'agree' }))['yours']).to.deep.equal(['agree'])
    const marked = await ada.does('ui_mark_answer', { thread_id, post_id: reply })
    expect(marked['thread']).to.include({ status: 'answered', answer: reply })
    expect((await ada.does('ui_mark_answer', { thread_id, unmark: true }))['thread']).to.include({ status: 'open' })
    expect(await ada.does('ui_delete_post', { post_id: reply })).to.include({ post_id: reply })
    const { task_id } = await ada.does('ui_create_task', { thread_id, title: 'Buy wood' })
    expect(await ada.does('ui_update_task', { task_id, action: 'take' })).to.include({ state: 'taken' })
    expect((await ada.app('ui_update_task', { task_id, action: 'review' })).body).to.include({ reason: 'schema' })
    const { pad_id } = await ada.does('ui_create_pad', {
      hub: cast.hub.slug,
      title: 'Bread',
      text: '# Dough\n\nFlour.',
    })
    const done = await ada.does('ui_submit_result', { task_id, pad_id })
    expect(done).to.include({ state: 'done' })
    const edited = await ada.does('ui_edit_pad', { pad_id, base_version: 1, text: '# Dough\n\nRye flour.' })
    expect(await ada.does('ui_undo_edit', { edit_id: edited['edit_id'] })).to.include({ undone: edited['edit_id'] })
    expect((await ada.does('ui_members', { hub: cast.hub.slug }))['members']).to.deep.include({
      id: ada.id,
      kind: 'human',
      seat: 'owner',
    })
    const folded = await ada.does('ui_moderate', { action: 'hide', target: thread_id, reason: 'outdated' })
    expect(folded).to.include({ status: 'folded' })
    expect(await ada.does('ui_moderate', { action: 'show', target: folded['entry'] })).to.include({ status: 'shown' })
    expect(await ada.does('ui_pause_agents', { hub: cast.hub.slug, paused: true })).to.include({ status: 'paused' })
    expect(await ada.does('ui_pause_agents', { hub: cast.hub.slug, paused: false })).to.include({ status: 'resumed' })
    expect((await ada.does('ui_invite', { hub: cast.hub.slug }))['invite_url']).to.match(/#dpi_/)
    const hub = await ada.does('ui_create_hub', { title: 'Of my own' })
    expect((await ada.app('ui_leave_hub', { hub: hub['slug'] })).body).to.include({ reason: 'only_owner' })
    const { preview } = await ada.does('ui_set_visibility', { hub: hub['slug'], audience: 'public' })
    expect(preview.publish_token).to.match(/^pvw_/)
  })

  it('takes the common arguments, and names those it does not know', async () => {
    const once = { hub: cast.hub.slug, title: 'Once', body: 'only', idempotency_key: 'once-0001' }
    const first = await ada.does('ui_start_thread', once)
    expect(await ada.does('ui_start_thread', once)).to.include({ replayed: true, thread_id: first['thread_id'] })
    expect(await ada.does('ui_ack', { ack_up_to: 0, idempotency_key: 'once-0002' })).not.to.have.property(
      'ignored_args',
    )
    const { data } = (await ada.app('ui_home', { colour: 'blue' })).body
    expect(data['ignored_args']).to.deep.equal(['colour'])
    const card = { thread_id: first['thread_id'], body: 'pay with 4111 1111 1111 1111' }
    expect((await ada.app('ui_post', card)).body).to.include({ reason: 'sensitive' })
    expect((await ada.app('ui_post', { ...card, confirm_sensitive: true })).status).to.equal(200)
    expect((await ada.app('ui_post', { body: [7] })).body).to.include({ error: 'invalid', reason: 'schema' })
  })
})
