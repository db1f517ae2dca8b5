import { expect } from 'chai'
import { hub } from '../../../actors/hub/index.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { days } from '../../../src/rules/units.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { createAgent } from '../../../src/tools/arriving/make_agent.ts'
import { inBrowser } from '../../support/at_screen.ts'
import { type Agent, type Person, makePublic, register, signIn } from '../../support/cast.ts'
import { hears } from '../../support/hearing.ts'
import { withServer } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('delete-account', () => {
  const server = withServer()
  let ben: Person
  let keeper: Agent
  before(async () => {
    ben = await signIn(server, 'Ben')
    keeper = await ben.agent('Keeper')
  })

  const leaves = (person: Person, more: object = {}) =>
    person.settings('delete-account', { confirm_handle: `@${person.handle}`, ...more })
  const works = async (agent: Agent): Promise<boolean> => (await agent.call('show_svc')).ok
  const standing = async (id: string) =>
    (
      await server.sql`select name, handle, email, human_id, deleted_at is not null as deleted from participant
      where id = ${id}`
    )[0] as Record<string, unknown>

  // SPEC: Web app only > delete-account
  it('asks for the handle, and is for people alone', async () => {
    const ada = await signIn(server, 'Ada')
    for (const confirm_handle of ['ben', '@ad', '']) {
      const { status, body } = await ada.settings('delete-account', { confirm_handle })
      expect(status).to.equal(400)
      expect(body).to.include({ error: 'invalid', reason: 'schema' })
      expect(body['issues'][0]).to.deep.equal({ path: 'confirm_handle', message: 'is not your handle' })
    }
    expect((await ada.settings('delete-account', {})).body).to.include({ reason: 'schema' })
    expect((await ada.settings('credentials')).status).to.equal(200)
  })

  it('gives back the tasks that the person and their agents had, and who made them hears of it', async () => {
    const gus = await signIn(server, 'Gus')
    const scribe = await gus.agent('Scribe')
    const other = await ben.agent('Other')
    const { slug } = await keeper.does('create_hub', { title: 'Mill', mode: 'open' })
    await makePublic(keeper, slug)
    await gus.does('ui_join_hub', { hub: slug })
    await scribe.does('join_hub', { hub: slug })
    await other.does('join_hub', { hub: slug })
    const { thread_id } = await keeper.does('start_thread', { hub: slug, title: 'Flour', body: 'Who grinds?' })
    const give = async (title: string, args: object) =>
      (await keeper.does('create_task', { thread_id, title, ...args }))['task_id'] as string
    const [assigned, taken, blocked, kept] = [
      await give('Grind', { assignee: gus.id }),
      await give('Sift', {}),
      await give('Pack', {}),
      await give('Sweep', { assignee: other.id }),
    ]
    await gus.does('ui_update_task', { task_id: taken, action: 'take' })
    await scribe.does('update_task', { task_id: blocked, action: 'take' })
    await scribe.does('update_task', { task_id: blocked, action: 'block', note: 'No bags.' })
    expect((await leaves(gus, { agents: 'delete' })).status).to.equal(200)
    await server.landed()
    for (const task_id of [assigned, taken, blocked])
      await hears(keeper, 'task_update', { task_id, reason: 'declined' })
    const { tasks } = await keeper.does('open_thread', { thread_id })
    const states = new Map((tasks as any[]).map(({ task_id, state, assignee_id }) => [task_id, [state, assignee_id]]))
    for (const task_id of [assigned, taken, blocked]) expect(states.get(task_id)).to.deep.equal(['open', undefined])
    expect(states.get(kept)).to.deep.equal(['assigned', other.id])
    expect(await other.does('update_task', { task_id: assigned, action: 'take' })).to.include({ state: 'taken' })
  })

  // SPEC: Web app only > delete-account
  it('ends sessions and keys at once, and leaves what was written, by a deleted account', async () => {
    const eve = await signIn(server, 'Eve')
    const again = await signIn(server, 'Eve')
    const id = eve.id
    const { slug } = await keeper.does('create_hub', { title: 'Bakery', mode: 'open' })
    await makePublic(keeper, slug)
    await eve.does('ui_join_hub', { hub: slug })
    const { thread_id } = await eve.does('ui_start_thread', { hub: slug, title: 'Rye', body: 'Rye keeps longer.' })
    const { pad_id } = await keeper.does('create_pad', { hub: slug, title: 'Plan', text: 'one two' })
    await eve.does('ui_edit_pad', { pad_id, base_version: 1, text: 'one 2' })
    const { task_id } = await eve.does('ui_create_task', { thread_id, title: 'Bake one' })
    const bens = ben.id
    const shared = await keeper.does('create_hub', { title: 'Shared' })
    await server.seat(shared['hub_id'], id, bens)
    const { dm_id } = await eve.does('ui_start_dm', { to: bens, body: 'Hello Ben' })
    const { dm_id: blocked } = await eve.does('ui_start_dm', { to: keeper.id, body: 'Hello' })
    await keeper.does('respond_to_dm', { dm_id: blocked, action: 'block' })
    const cut = await signIn(server, 'Cut')
    await server.seat(shared['hub_id'], cut.id, bens)
    const { dm_id: ended } = await cut.does('ui_start_dm', { to: id, body: 'Hello' })
    await eve.does('ui_answer_dm', { dm_id: ended, action: 'block' })
    const ownAgent = await eve.agent('Helper of Eve')
    const free = (await ownAgent.does('link', { action: 'unlink' }))['agent_key']
    expect(free).to.be.a('string')

    const { status, body } = await leaves(eve)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.deep.equal({ deleted: true })
    for (const session of [eve, again]) expect((await session.settings('credentials')).status).to.equal(401)
    expect((await eve.app('ui_home')).status).to.equal(401)
    await server.landed()

    expect(await standing(id)).to.include({ name: 'a deleted account', email: null, deleted: true })
    const thread = await keeper.call('open_thread', { thread_id })
    expect(thread.text).to.contain('Rye keeps longer.').and.contain('a deleted account').and.contain('Bake one')
    expect(thread.text).to.not.contain('Eve').and.not.contain('@eve')
    expect((await keeper.call('open_pad', { pad_id })).text).to.contain('one 2')
    expect((await keeper.call('open_pad', { pad_id, history: true })).text).to.contain('a deleted account')
    expect((await keeper.call('search_svc', { type: 'task', hub: slug })).text).to.contain(task_id)
    expect(
      (await keeper.does('open_hub', { hub: slug, members: true }))['members'].map((one: any) => one.id),
    ).to.not.include(id)
    const dm = await ben.app('ui_dms', { dm_id })
    expect(JSON.stringify(dm.body)).to.contain('Hello Ben').and.contain('a deleted account')
    expect((await ben.app('ui_post', { dm_id, body: 'Still there?' })).body).to.include({ reason: 'dm_not_open' })
    expect((await ben.app('ui_start_dm', { to: id, body: 'Still there?' })).body).to.include({
      error: 'not_found',
    })
    const unblocked = await keeper.does('respond_to_dm', { dm_id: blocked, action: 'unblock' })
    expect(unblocked, 'nobody is there to write to').to.include({ status: 'declined' })
    for (const [{ session }, of] of [
      [ben, dm_id],
      [cut, ended],
    ] as const)
      for (const path of ['/dm', `/dm/${of}`]) {
        const messages = await (await fetch(server.url + path, { headers: { Cookie: session } })).text()
        expect(messages)
          .to.contain('a deleted account')
          .and.not.match(/not accepted|declined|did not accept|not answered yet/)
        if (path !== '/dm') expect(messages).to.contain('This account was deleted.')
      }
    const page = await (await fetch(`${server.url}/t/${thread_id}?format=md`)).text()
    expect(page).to.contain('a deleted account')
  })

  it('lets its agents go: under no one, with no key of the human’s and no seat from them', async () => {
    const gus = await signIn(server, 'Gus')
    const id = gus.id
    const scout = await gus.agent('Scout')
    const own = await register(server, 'Own way')
    const { line } = (await gus.settings('link-code')).body
    await own.does('link', { action: 'code', code: line })
    const { slug } = await keeper.does('create_hub', { title: 'Hall' })
    await makePublic(keeper, slug)
    for (const agent of [scout, own]) await agent.does('join_hub', { hub: slug })
    expect((await leaves(gus)).status).to.equal(200)
    expect(await works(scout), 'a key that Gus made').to.equal(false)
    expect(await works(own), 'a key of its own').to.equal(true)
    await server.landed()
    expect(await standing(scout.id)).to.include({ name: 'Scout', handle: 'scout', human_id: null, deleted: false })
    expect(await standing(own.id)).to.include({ name: 'Own way', handle: 'own-way', human_id: null, deleted: false })
    await hears(own, 'unlinked', { reason: 'human', from_kind: 'service' })
    expect((await own.does('open_hub', { hub: slug }))['seat'], 'a seat it took itself').to.equal('member')
    expect(await standing(id)).to.include({ deleted: true })
  })

  it('takes its agents and theirs along where that is asked', async () => {
    const hal = await signIn(server, 'Hal')
    const scout = await hal.agent('Hals scout')
    const { slug, hub_id } = await scout.does('create_hub', { title: 'Hals own' })
    const { thread_id } = await scout.does('start_thread', { hub: slug, title: 'T', body: 'B' })
    const minted = await scout.does('mint_subagent', { name: 'Little one', threads: [thread_id] })
    const sub = minted['agent'].id as string
    expect((await leaves(hal, { agents: 'delete' })).status).to.equal(200)
    expect(await works(scout)).to.equal(false)
    await server.landed()
    for (const one of [scout.id, sub])
      expect(await standing(one), one).to.include({ name: 'a deleted account', deleted: true })
    await until(async () => (await server.sql`select from hub where id = ${hub_id}`).length === 0, 'no such hub')
  })

  it('is refused while it is the only owner of a hub with other members, and works once that is handed over', async () => {
    const ida = await signIn(server, 'Ida')
    const scribe = await ida.agent('Scribe')
    const { slug, hub_id } = await scribe.does('create_hub', { title: 'Guild' })
    await makePublic(scribe, slug)
    await ben.does('ui_join_hub', { hub: slug })
    const refused = await leaves(ida)
    expect(refused.status).to.equal(409)
    expect(refused.body).to.include({ error: 'conflict', reason: 'only_owner' })
    expect(refused.body['hubs']).to.deep.equal([slug])
    expect((await ida.settings('credentials')).body['agents']).to.have.length(1)
    expect(await works(scribe)).to.equal(true)

    const bens = ben.id
    const over = await ida.app('ui_set_role', { hub: slug, participant: bens, role: 'owner' })
    expect(over.status, JSON.stringify(over.body)).to.equal(200)
    expect((await ben.does('ui_open_hub', { hub: slug }))['seat']).to.equal('owner')
    expect((await leaves(ida)).status).to.equal(200)
    await server.landed()
    const seats = await server.sql`select participant_id, role from seat where scope_id = ${hub_id}`
    expect([...seats]).to.deep.equal([{ participant_id: bens, role: 'owner' }])
  })

  it('says what is possible where nobody could be the owner: others are agents, or suspended', async () => {
    const [ivo, uma] = [await signIn(server, 'Ivo'), await signIn(server, 'Uma')]
    const scribe = await ivo.agent('Scribe')
    const [mill, oven] = [
      await scribe.does('create_hub', { title: 'Mill two' }),
      await scribe.does('create_hub', { title: 'Oven' }),
    ]
    await server.seat(mill['hub_id'], keeper.id, ivo.id)
    await server.seat(oven['hub_id'], uma.id, ivo.id)
    expect((await leaves(ivo)).body['heirless']).to.deep.equal([mill['slug']])
    await server.sql`update participant set suspended_at = now() where id = ${uma.id}`
    const { body } = await leaves(ivo)
    expect(body).to.deep.include({ reason: 'only_owner', heirless: [mill['slug'], oven['slug']] })
    expect(body['message'])
      .to.contain('invite a person and hand over, or remove all others')
      .and.not.contain('Hand over first')
    await ivo.does('ui_moderate', { hub: oven['slug'], action: 'remove', target: uma.id })
    expect((await leaves(ivo)).body['heirless']).to.deep.equal([mill['slug']])
    await ivo.does('ui_moderate', { hub: mill['slug'], action: 'remove', target: keeper.id })
    expect((await leaves(ivo)).status).to.equal(200)
  })

  it('takes a hub without other members with it, with everything in it and nothing else', async () => {
    const jan = await signIn(server, 'Jan')
    const id = jan.id
    const scribe = await jan.agent('Jans scribe')
    const { slug, hub_id, front_pad } = await scribe.does('create_hub', {
      title: 'Alone',
      front_pad_text: '# One\n\nsaid',
    })
    const { thread_id, post_id } = await scribe.does('start_thread', { hub: slug, title: 'T', body: 'Words alone' })
    await scribe.does('react', { post_id, reaction: 'thanks' })
    await scribe.does('create_task', { thread_id, title: 'Do it' })
    const untouched = async () =>
      (await server.sql`select (select count(*) from post)::int as posts, (select count(*) from pad)::int as pads`)[0]
    const before = await untouched()
    expect((await leaves(jan)).status).to.equal(200)
    await until(async () => (await server.sql`select from hub where id = ${hub_id}`).length === 0, 'no such hub')
    for (const [table, column] of columnsOfPlaces) {
      const left = await server.sql`select from ${server.sql(table)}
        where ${server.sql(column)} in (${hub_id}, ${thread_id}, ${post_id}, ${front_pad.pad_id})`
      expect(left, `${table}.${column}`).to.have.length(0)
    }
    const after = await untouched()
    expect({ posts: before?.['posts'] - 1, pads: before?.['pads'] - 1 }).to.deep.equal({ ...after })
    expect(await standing(id)).to.include({ deleted: true })
    expect((await keeper.call('open_hub', { hub: slug })).error).to.include({ error: 'not_found' })
  })

  it('gives a hub to whoever took a seat between the question and the deed', async () => {
    const kim = await signIn(server, 'Kim')
    const id = kim.id
    const { slug, hub_id } = await kim.does('ui_create_hub', { title: 'Race' })
    // the hub's actor is told of an owner who left; until then somebody sat down
    await server.seat(hub_id, keeper.id, id)
    await server.parts.front.ask(hub, hub_id, 'owner_left', {
      who: id,
      own: [id],
    })
    expect((await keeper.does('open_hub', { hub: slug }))['seat']).to.equal('owner')
    await server.landed()
    await hears(keeper, 'role', { reason: 'owner', hub_id })
  })

  it('is done once however often it is asked, and a late session of it is nobody’s', async () => {
    const lou = await signIn(server, 'Lou')
    const id = lou.id
    const answers = await Promise.all([leaves(lou), leaves(lou), leaves(lou)])
    for (const { status } of answers) expect([200, 401]).to.include(status)
    expect(answers.some(({ status }) => status === 200)).to.equal(true)
    await server.sql`update credential set revoked_at = null where participant_id = ${id}`
    await server.advance(days(1))
    const late = inBrowser(server, lou.session, { id, name: 'Lou' })
    expect((await late.app('ui_home')).status).to.equal(401)
  })

  it('leaves no hub and no agent behind that a call on its way would have made', async () => {
    const may = await signIn(server, 'May')
    const caller = (await server.parts.credentials.sessionOf(may.session.split('=')[1])) as Caller
    expect((await leaves(may)).status).to.equal(200)
    const { front, clock, sql } = server.parts
    const hub_id = mint('hub', clock.now())
    const [pad_id, edit_id] = [mint('pad', clock.now()), mint('edit', clock.now())]
    const front_pad = { pad_id, edit_id, title: untrusted('Too late'), text: untrusted('') }
    const made = { hub_id, slug: 'too-late', wanted: true, title: front_pad.title, mode: 'open' as const, front_pad }
    const late = [
      front.ask(hub, hub_id, 'create', { ...made, by: caller }),
      createAgent({ sql, clock, ask: front.ask } as Parameters<typeof createAgent>[0], caller, { under: true }),
    ]
    for (const outcome of await Promise.allSettled(late)) {
      expect(outcome.status).to.equal('rejected')
      expect((outcome as PromiseRejectedResult).reason).to.include({ code: 'unauthenticated', reason: 'revoked' })
    }
    expect(await server.sql`select from seat where participant_id = ${caller.id}`).to.have.length(0)
    expect(await server.sql`select from participant where human_id = ${caller.id}`).to.have.length(0)
  })

  it('gives its handles to nobody for 90 days, and its address to whoever signs in with it', async () => {
    const finn = await signIn(server, 'Finn')
    const id = finn.id
    await finn.settings('rename-handle', { handle: 'finnegan' })
    const renamed = { ...finn, handle: 'finnegan' }
    expect((await leaves(renamed)).status).to.equal(200)
    const ghost = await signIn(server, 'Ghost')
    for (const handle of ['finn', 'finnegan', (await standing(id))['handle'] as string]) {
      const { body } = await ghost.settings('rename-handle', { handle })
      expect(['handle_taken', 'handle_reserved'], handle).to.include(body['reason'])
    }
    const missing = await keeper.call('start_dm', { to: '@finnegan', body: 'Hello' })
    expect(missing.error).to.include({ error: 'not_found' })
    const back = await signIn(server, 'Finn')
    expect(back.id).to.not.equal(id)
    expect(back.handle).to.equal('finn-2')
    await server.advance(days(90))
    const later = await signIn(server, 'Later')
    expect((await later.settings('rename-handle', { handle: 'finnegan' })).body).to.include({ handle: '@finnegan' })
  })
})

const columnsOfPlaces: readonly (readonly [table: string, column: string])[] = [
  ['post', 'thread_id'],
  ['post_words', 'post_id'],
  ['words_waiting', 'post_id'],
  ['reaction', 'post_id'],
  ['task', 'hub_id'],
  ['thread', 'hub_id'],
  ['pad', 'hub_id'],
  ['pad_version', 'pad_id'],
  ['block_text', 'pad_id'],
  ['section', 'pad_id'],
  ['edit', 'hub_id'],
  ['decision', 'hub_id'],
  ['findable', 'hub_id'],
  ['seat', 'scope_id'],
  ['seat_count', 'scope_id'],
  ['invite', 'hub_id'],
  ['act', 'hub_id'],
]
