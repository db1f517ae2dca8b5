import { expect } from 'chai'
import { days } from '../../../src/rules/units.ts'
import { type Agent, type Person, makePublic, register, signIn } from '../../support/cast.ts'
import { hears } from '../../support/hearing.ts'
import { withServer } from '../../support/here.ts'

describe('a person who takes another handle', () => {
  const server = withServer()
  let ada: Person
  let otto: Agent
  let free: Agent
  before(async () => {
    ada = await signIn(server, 'Ada')
    ;[otto, free] = (await Promise.all([ada.agent('Otto'), ada.agent('Free')])) as [Agent, Agent]
    await ada.settings('handle-under', { agent_id: free.id, under: false })
  })

  const handlesOf = async (person: Person): Promise<Record<string, string>> => {
    const { agents } = (await person.settings('credentials')).body
    return Object.fromEntries(agents.map(({ id, handle }: { id: string; handle: string }) => [id, handle]))
  }
  const takes = (person: Person, handle: string) => person.settings('rename-handle', { handle })

  // SPEC: Web app only > rename-handle
  it('takes the agents along that go under it, at once, and their earlier handles go on pointing', async () => {
    const bens = await (await signIn(server, 'Ben')).agent('Bens')
    const { slug } = await otto.does('create_hub', { title: 'Mine' })
    await makePublic(otto, slug)
    await bens.does('join_hub', { hub: slug })
    const { thread_id } = await bens.does('start_thread', { hub: slug, title: 'One', body: 'Hello @otto.ada' })
    expect((await otto.does('show_svc'))['linked_to'].handle).to.equal('@ada')

    const { status, body } = await takes(ada, 'ada-l')
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body).to.deep.include({ handle: '@ada-l', previous_handle: '@ada', changes_left: 4 })
    expect(await handlesOf(ada)).to.deep.equal({ [otto.id]: '@otto.ada-l', [free.id]: '@free' })
    const { me, linked_to } = await otto.does('show_svc')
    expect(me.handle).to.equal('@otto.ada-l')
    expect(linked_to.handle).to.equal('@ada-l')

    for (const [n, handle] of ['otto.ada', 'otto.ada-l'].entries()) {
      const { post_id } = await bens.does('post_reply', { thread_id, body: `Number ${n}: @${handle}` })
      await hears(otto, 'mention', { post_id })
    }
    expect((await otto.does('set_handle', { handle: 'baker' }))['handle']).to.equal('@baker.ada-l')
  })

  it('gives an agent a number where its name is somebody else’s under the new one', async () => {
    const cleo = await signIn(server, 'Cleo')
    const [twin, other] = [await cleo.agent('Twin'), await cleo.agent('Other')]
    await server.sql`insert into handle (handle, participant_id, since, until)
      values ('twin.cleo-c', 'agt_somebody', now(), now()), ('twin-2.cleo-c', 'agt_somebody', now(), now())`
    await takes(cleo, 'cleo-c')
    expect(await handlesOf(cleo)).to.deep.equal({ [twin.id]: '@twin-3.cleo-c', [other.id]: '@other.cleo-c' })
  })

  it('keeps the newest ten earlier handles of each agent too, and goes back to one of its own', async () => {
    const dora = await signIn(server, 'Dora')
    const agent = await dora.agent('Along')
    for (let n = 1; n <= 12; n++) {
      expect((await takes(dora, `dora-${n}`)).status).to.equal(200)
      if (n % 5 === 0) await server.advance(days(1))
    }
    const earlier = async () =>
      (
        await server.sql<{ handle: string }[]>`
          select handle from handle where participant_id = ${agent.id} and until is not null order by until`
      ).map(({ handle }) => handle)
    expect(await earlier()).to.deep.equal(Array.from({ length: 10 }, (_, n) => `along.dora-${n + 2}`))
    await takes(dora, 'dora-5')
    expect(await handlesOf(dora)).to.deep.equal({ [agent.id]: '@along.dora-5' })
    expect(await earlier()).to.not.include('along.dora-5')
  })

  it('leaves each with one handle, its own, while the agents take others themselves', async () => {
    const hal = await signIn(server, 'Hal')
    const { id } = hal
    const agents = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => hal.agent(name)))
    for (let n = 1; n <= 4; n++) {
      const done = await Promise.all([
        takes(hal, `hal-${n}`),
        ...agents.map((agent, m) => agent.call('set_handle', { handle: `own-${n}-${m}` })),
      ])
      expect((done[0] as { status: number }).status).to.equal(200)
    }
    await server.landed()
    const current = await server.sql<{ owner: string; handles: string[]; handle: string }[]>`
      select me.id as owner, me.handle, array_agg(kept.handle) as handles
      from participant me join handle kept on kept.participant_id = me.id and kept.until is null
        and kept.reserved_until is null
      where me.human_id = ${id} or me.id = ${id} group by me.id, me.handle`
    for (const { handles, handle } of current) expect(handles).to.deep.equal([handle])
    // whoever took its handle while the person's moved goes under the new one with its next
    const last = (await handlesOf(hal))[agents[0]?.id as string]
    expect(last).to.match(/^@own-\d-0\.hal-\d$/)
  })

  it('changes nothing, and costs nothing, where it is the same one', async () => {
    const eve = await signIn(server, 'Eve')
    const { body } = await takes(eve, 'eve')
    expect(body).to.include({ handle: '@eve', changes_left: 5 })
    expect(body).not.to.have.property('previous_handle')
  })

  it('may have a thousand agents', async () => {
    const finn = await signIn(server, 'Finn')
    const { id } = finn
    const known = await finn.agent('Known')
    await known.does('show_svc')
    await server.sql`
      with made as (
        insert into participant (id, kind, handle, name, human_id, created_at, linked_at)
        select 'agt_finn_' || n, 'agent', 'a' || n || 'x.finn', 'Many', ${id}, now(), now() from generate_series(1, 999) n
        returning id, handle
      )
      insert into handle (handle, participant_id, since) select handle, id, now() from made`
    const { status } = await takes(finn, 'finn-the-second')
    expect(status).to.equal(200)
    const rows = await server.sql<{ now: number; before: number }[]>`
      select count(*) filter (where me.handle like '%.finn-the-second' and kept.until is null)::int as now,
        count(*) filter (where kept.handle like '%.finn' and kept.until is not null)::int as before
      from participant me join handle kept on kept.participant_id = me.id where me.human_id = ${id}`
    expect(rows[0]).to.deep.equal({ now: 1_000, before: 1_000 })
    await server.landed()
    // their actors know of it: the next change is one from the new handle
    const { handle, previous_handle } = await known.does('set_handle', { handle: 'famous' })
    expect([handle, previous_handle]).to.deep.equal(['@famous.finn-the-second', '@known.finn-the-second'])
  })

  it('is pointed at by no handle that is only kept for them', async () => {
    const [bens, { slug }] = [
      await (await signIn(server, 'Kept')).agent('Waits'),
      await otto.does('create_hub', { title: 'Handles' }),
    ]
    await makePublic(otto, slug)
    await bens.does('join_hub', { hub: slug })
    await server.sql`insert into handle (handle, participant_id, since, reserved_until)
      values ('not-yet', ${bens.id}, now(), ${new Date(server.parts.clock.now() + 600_000)})`
    const { thread_id } = await otto.does('start_thread', { hub: slug, title: 'Who', body: 'Is @not-yet here?' })
    const task = await otto.call('create_task', { thread_id, title: 'Ask', assignee: '@not-yet' })
    expect(task.error).to.include({ error: 'not_found' })
    expect((await otto.call('start_dm', { to: '@not-yet', body: 'Hello?' })).error).to.include({ error: 'not_found' })
    expect((await otto.call('report', { participant: '@not-yet', reason: 'other' })).error).to.include({
      error: 'not_found',
    })
    await server.landed()
    const mentioned = await server.sql`select from inbox_item where participant_id = ${bens.id} and kind = 'mention'`
    expect(mentioned).to.have.length(0)
  })

  it('leaves a handle to others where it was refused one change too many', async () => {
    const guard = await (await signIn(server, 'Guard')).agent('Squats')
    for (let n = 0; n < 5; n++) await guard.does('set_handle', { handle: `squat-${n}` })
    expect((await guard.call('set_handle', { handle: 'wanted' })).error).to.include({ reason: 'handle_changes' })
    const [row] = await server.sql`select from handle where handle = 'wanted.guard'`
    expect(row).to.equal(undefined)
  })

  it('leaves a handle to others where the link that would have given it was refused', async () => {
    const stray = await register(server, 'Stray')
    const refused = await stray.call('link', { action: 'confirm', human: '@otherwise-unknown' })
    expect(refused.error).to.include({ error: 'not_found' })
    expect((await stray.call('link', { action: 'confirm', human: '@ada-l' })).error).to.include({ error: 'not_found' })
    const [row] = await server.sql`select from handle where handle = 'stray.ada-l'`
    expect(row).to.equal(undefined)
  })
})
