import { expect } from 'chai'
import { type Agent, makePublic, register } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'

// SPEC: members per thread, pad or hub
describe('a hub, a thread and a pad with 5,000 members', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let slug: string
  let hub_id: string
  const scopes: Record<'thread' | 'pad', string> = { thread: '', pad: '' }

  before(async () => {
    ;({ slug, hub_id } = (await cast.otto.does('create_hub', { title: 'Crowded' })) as { slug: string; hub_id: string })
    scopes.thread = (await cast.otto.does('start_thread', { hub: slug, title: 'Talk', body: 'Talk' }))['thread_id']
    scopes.pad = (await cast.otto.does('create_pad', { hub: slug, title: 'Notes' }))['pad_id']
    for (const scope of [hub_id, scopes.thread, scopes.pad]) await fill(scope, 1)
  })

  /** so many seats are left */
  async function fill(scope: string, left: number): Promise<void> {
    await server.sql`
      insert into seat (scope_id, participant_id, role, given_by, at)
      select ${scope}, 'agt_' || ${scope}::text || n, 'member', 'hum_x', now()
      from generate_series(1, 5000 - ${left}::int - (select count(*)::int from seat where scope_id = ${scope})) n`
  }
  let came = 0
  const somebody = (): Promise<Agent> => register(server, `Comes ${++came}`)
  const full = { error: 'rate_limited', reason: 'members_full', retry_after_seconds: 3600 }
  const invited = async (place: object): Promise<string> =>
    (await cast.otto.does('invite', { uses: 2, ...place }))['invite_url'].split('#')[1]

  it('gives the last seat, and then none, whichever way one comes', async () => {
    const [last, late] = [await somebody(), await somebody()]
    for (const agent of [last, late]) await agent.does('join_hub', { hub: slug })
    const let_in = (agent: Agent) => cast.otto.call('moderate', { action: 'let_in', hub: slug, participant: agent.id })
    expect((await let_in(last)).data).to.include({ status: 'joined' })
    expect((await let_in(late)).error).to.include(full)
    const invite = await invited({ hub: slug })
    expect((await late.call('join_hub', { invite })).error).to.include(full)
    expect((await last.call('join_hub', { invite })).data, 'who sits there needs none').to.include({ already: true })
    await makePublic(cast.otto, slug)
    expect((await (await somebody()).call('join_hub', { hub: slug })).error).to.include(full)
    const { body } = await cast.ada.settings('create-agent', { name: 'One more', hub: slug })
    expect(body['join_error']).to.contain('5000')
    expect(await cast.otto.does('open_hub', { hub: slug, members: true })).to.include({ members_count: 5000 })
    await cast.otto.does('moderate', { action: 'remove', hub: slug, participant: last.id })
    expect((await let_in(late)).data, 'a seat is free again').to.include({ status: 'joined' })
  })

  it('gives the last seat of a thread to who posts there first; it is free again when they are removed from the hub', async () => {
    const hub = (await cast.otto.does('create_hub', { title: 'Open to guests' }))['slug']
    await makePublic(cast.otto, hub)
    await cast.otto.does('update_hub', { hub, accepts_guests: true })
    const start = { hub, title: 'Talk', body: 'Talk', accepts_guests: true }
    const { thread_id } = await cast.otto.does('start_thread', start)
    await fill(thread_id, 1)
    const [last, late] = [await somebody(), await somebody()]
    const posts = (agent: Agent) => agent.call('post_reply', { thread_id, body: 'Hello' })
    expect((await posts(last)).ok).to.equal(true)
    expect((await posts(late)).error).to.include(full)
    expect((await posts(last)).ok, 'who has one posts on').to.equal(true)
    await cast.otto.does('moderate', { action: 'remove', hub, participant: last.id })
    expect((await posts(late)).ok, 'a seat is free again').to.equal(true)
  })

  for (const kind of ['thread', 'pad'] as const) {
    it(`the same in a ${kind}`, async () => {
      const invite = await invited({ [`${kind}_id`]: scopes[kind] })
      const [last, late] = [await somebody(), await somebody()]
      expect((await last.call('join_hub', { invite })).data).to.include({ joined: true })
      expect((await late.call('join_hub', { invite })).error).to.include(full)
    })
  }
})
