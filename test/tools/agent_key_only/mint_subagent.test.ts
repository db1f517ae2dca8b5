import { expect } from 'chai'
import { days, hours } from '../../../src/rules/units.ts'
import { type Agent, gatherCast, withKey } from '../../support/cast.ts'
import { connect } from '../../support/assistant.ts'
import { mcp, throughEachDoor } from '../../support/doors.ts'
import { withCast, withServer } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'
import type { TestServer } from '../../support/server.ts'

throughEachDoor((door) => {
  // SPEC: agent-key only link
  describe('mint_subagent', () => {
    const { server, cast } = withCast()
    let thread: string
    let elsewhere: string
    let pad: string
    before(async () => {
      const { otto, hub } = cast
      const start = (title: string) => startsThread(otto, { hub: hub.slug, title, body: `Words of ${title}` })
      ;[thread, elsewhere] = [await start('Bread'), await start('Cake')]
      pad = hub.front_pad.pad_id
    })

    const mints = (agent: Agent, args: object) => agent.call('mint_subagent', { name: 'Helper', ...args }, door)
    async function minted(agent: Agent, args: object): Promise<Agent> {
      const { data, error } = await mints(agent, args)
      expect(error).to.equal(undefined)
      return withKey(server, {
        id: data['agent'].id,
        handle: data['agent'].handle.replace('@', ''),
        key: data['agent_key'],
      })
    }
    const ends = (agent: Agent) =>
      server.sql`update credential set revoked_at = now() where kind = 'sub_agent_key'
        and participant_id in (select id from participant where parent_id = ${agent.id})`

    // SPEC: Agent keys > mint subagent
    // SPEC: sub-agents 10 live
    it('gives a key for a day, for these threads and pads, with read and post', async () => {
      await ends(cast.otto)
      const { data, text } = await mints(cast.otto, { threads: [thread, thread], pads: [pad], runs_on: 'codex' })
      expect(data['agent']).to.include({ displayName: 'Helper', parent_id: cast.otto.id })
      expect(data['agent'].id).to.match(/^agt_/)
      expect(data['agent_key']).to.match(/^dpa_/)
      expect(text).to.include(data['agent_key'])
      expect(data).to.deep.include({
        threads: [thread],
        pads: [pad],
        rights: ['read', 'post'],
        live: 1,
        live_limit: 10,
      })
      const left = Date.parse(data['key_expires_at']) - server.parts.clock.now()
      expect(left).to.be.closeTo(hours(24), 10_000)
      const stored = await server.sql`select from message where result::text like ${`%${data['agent_key']}%`}`
      expect(stored).to.have.length(0)
    })

    // SPEC: suggested edits waiting
    it('shares with its parent how many suggestions may wait on a pad', async () => {
      await ends(cast.cleosAgent)
      const parent = cast.cleosAgent
      const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Bread', text: 'Salt.' })
      const sub = await minted(parent, { pads: [pad_id], rights: ['read', 'propose'] })
      const suggest = (who: Agent, title: string) => who.refused('edit_pad', { pad_id, title, propose: true }, door)
      for (const [n, who] of [sub, parent, sub, parent, sub].entries())
        expect(await suggest(who, `Bread ${n}`)).to.equal('agreed')
      for (const who of [parent, sub]) expect(await suggest(who, 'Rye')).to.equal('rate_limited/suggestions')
      expect(await suggest(cast.bensAgent, 'Rye')).to.equal('agreed')
    })

    // SPEC: Agent keys > mint subagent
    it('needs a thread or pad, and gives no more than the parent has', async () => {
      const { otto, cleosAgent, stranger, hub } = cast
      expect((await mints(otto, {})).error).to.include({ error: 'invalid', reason: 'needs_thread_or_pad' })
      const hidden = await otto.does('create_hub', { title: 'Hidden away' })
      const secret = await otto.does('start_thread', { hub: hidden['slug'], title: 'Secret', body: 'Nobody sees' })
      const missing = `${secret['thread_id'].slice(0, -4)}zzzz`
      for (const threads of [[secret['thread_id']], [missing]]) {
        const { error } = await mints(cleosAgent, { threads })
        expect(error).to.include({ error: 'forbidden', reason: 'more_than_parent' })
      }
      expect((await mints(stranger, { threads: [thread] })).error).to.include({ reason: 'more_than_parent' })
      expect((await mints(stranger, { threads: [thread], rights: ['read'] })).ok).to.equal(true)
      await server.sql`update hub set mode = 'checked' where id = ${hub.hub_id}`
      expect((await mints(cleosAgent, { pads: [pad], rights: ['edit'] })).error).to.include({
        reason: 'more_than_parent',
      })
      expect((await mints(cleosAgent, { pads: [pad], rights: ['propose'] })).ok).to.equal(true)
      await server.sql`update hub set mode = 'open' where id = ${hub.hub_id}`
    })

    // SPEC: Agent keys > mint subagent
    // SPEC: sub-agents 10 live
    it('lets at most ten live, and is for an agent’s own key', async () => {
      const { bensAgent } = cast
      await ends(bensAgent)
      const first = await minted(bensAgent, { threads: [thread], hours: 1 })
      for (let live = 2; live <= 10; live++) {
        expect((await mints(bensAgent, { threads: [thread] })).data).to.include({ live })
      }
      const { error } = await mints(bensAgent, { threads: [thread] })
      expect(error).to.include({ error: 'rate_limited', reason: 'subagents' })
      expect(error?.['retry_after_seconds']).to.be.within(3_500, 3_600)
      for (const [tool, args] of [
        ['mint_subagent', { name: 'Deeper', threads: [thread] }],
        ['rotate_key', {}],
        ['link', { action: 'new' }],
        ['set_handle', { handle: 'other-name' }],
      ] as const) {
        expect(await first.refused(tool, args, door), tool).to.equal('forbidden/subagent')
      }
    })

    it('never lives past its parent’s key, and ends with it', async () => {
      const parent = await cast.ada.agent('Short lived')
      await server.sql`
        update credential set expires_at = ${new Date(server.parts.clock.now() + hours(2))}
        where participant_id = ${parent.id}`
      await server.parts.credentials.changed({ participants: [parent.id] })
      await parent.does('join_hub', { hub: cast.hub.slug })
      const { data } = await mints(parent, { threads: [thread], hours: 168 })
      expect(Date.parse(data['key_expires_at']) - server.parts.clock.now()).to.be.closeTo(hours(2), 10_000)
      const sub = withKey(server, { id: data['agent'].id, handle: 'sub', key: data['agent_key'] })
      expect((await sub.call('show_svc', {}, door)).ok).to.equal(true)
      const { connections } = (await cast.ada.settings('credentials')).body as Record<string, any[]>
      const key = connections?.find((one) => one.agent_id === parent.id && one.kind === 'agent_key')
      const revoked = await cast.ada.settings('revoke', { credential_id: key.credential_id })
      expect(revoked.body['also_ended']).to.have.length(1)
      expect((await sub.call('show_svc')).error?.reason).to.equal('revoked')
    })

    it('ends with whatever key its parent renewed, and where its human ends it', async () => {
      const parent = await cast.ada.agent('Renews')
      await parent.does('join_hub', { hub: cast.hub.slug })
      const subs = [await minted(parent, { threads: [thread] }), await minted(parent, { threads: [thread] })] as const
      const { agent_key } = await parent.does('rotate_key', {}, door)
      const again = withKey(server, {
        ...parent,
        key: (await withKey(server, { ...parent, key: agent_key }).does('rotate_key'))['agent_key'],
      })
      const newest = await minted(again, { threads: [thread] })
      for (const sub of [...subs, newest]) expect((await sub.call('show_svc', {}, door)).ok).to.equal(true)

      const connections = async (id: string, kind: string) =>
        ((await cast.ada.settings('credentials')).body['connections'] as Record<string, any>[])
          .filter((one) => one['agent_id'] === id && one['kind'] === kind)
          .toSorted((a, b) => (a['created_at'] < b['created_at'] ? 1 : -1))
      const [own] = await connections(subs[0].id, 'sub_agent')
      expect((await cast.ben.settings('revoke', { credential_id: own?.['credential_id'] })).status).to.equal(404)
      expect((await cast.ada.settings('revoke', { credential_id: own?.['credential_id'] })).body).to.include({
        revoked: true,
      })
      expect((await subs[0].call('show_svc')).error?.reason).to.equal('revoked')
      expect((await subs[1].call('show_svc')).ok).to.equal(true)

      const [key] = await connections(parent.id, 'agent_key')
      const { body } = await cast.ada.settings('revoke', { credential_id: key?.['credential_id'] })
      expect(body['also_ended']).to.have.length(2)
      for (const one of [again, subs[1], newest]) expect((await one.call('show_svc')).error?.reason).to.equal('revoked')
    })

    describe('its key', () => {
      let sub: Agent
      before(async () => {
        await ends(cast.otto)
        sub = await minted(cast.otto, { threads: [thread], rights: ['read', 'post', 'react'] })
      })

      // SPEC: Agent keys > mint subagent
      it('reads and writes where it reaches, counted as its parent’s', async () => {
        const opened = await sub.call('open_thread', { thread_id: thread }, door)
        expect(opened.text)
          .to.include('Words of Bread')
          .and.include('Your key works until')
          .and.not.include('rotate_key')
        const posted = await sub.call('post_reply', { thread_id: thread, body: `By a sub-agent, ${door.name}` }, door)
        expect(posted.error).to.equal(undefined)
        expect(posted.data['linked_to']).to.include({ handle: `@${cast.ada.handle}` })
        const { post_id } = posted.data
        expect((await sub.call('react', { post_id, reaction: 'seen' }, door)).ok).to.equal(true)
        const [row] = await server.sql`select author_id, human_id from post where id = ${post_id}`
        const [human] = await server.sql`select human_id from participant where id = ${cast.otto.id}`
        expect(row).to.deep.equal({ author_id: sub.id, human_id: human?.['human_id'] })
      })

      // SPEC: Agent keys > mint subagent
      it('finds everything else missing', async () => {
        const missing: [string, object][] = [
          ['open_thread', { thread_id: elsewhere }],
          ['post_reply', { thread_id: elsewhere, body: 'Anybody here' }],
          ['open_pad', { pad_id: pad }],
          ['edit_pad', { pad_id: pad, base_version: 1, text: 'Everything new' }],
          ['open_hub', { hub: cast.hub.slug }],
        ]
        for (const [tool, args] of missing) {
          expect((await sub.call(tool, args, door)).error, tool).to.include({ error: 'not_found' })
        }
        const found = await sub.does('search_svc', { query: 'Cake' }, door)
        expect(JSON.stringify(found)).not.to.include(elsewhere)
        expect((await sub.does('show_svc', {}, door))['hubs']).to.deep.equal([])
      })

      it('does no more than its rights say, and nothing that is for whole agents', async () => {
        const refused: [string, object][] = [
          ['create_task', { thread_id: thread, title: 'Bake it' }],
          ['create_hub', { title: 'Its own' }],
          ['join_hub', { hub: cast.hub.slug }],
          ['update_hub', { hub: cast.hub.slug, title: 'Taken over' }],
          ['start_thread', { hub: cast.hub.slug, title: 'New', body: 'New words' }],
          ['create_pad', { hub: cast.hub.slug, title: 'New', text: 'New words' }],
          ['moderate', { action: 'lock', thread_id: thread, reason: 'off_topic' }],
        ]
        for (const [tool, args] of refused) {
          const { error } = await sub.call(tool, args, door)
          expect(error?.error, `${tool} ${JSON.stringify(error)}`).to.equal('forbidden')
          expect(error?.reason, tool).to.equal('subagent')
        }
        const { slug: shut } = await cast.otto.does('create_hub', { title: 'Shut to it' })
        for (const hub of [shut, 'no-such-hub'])
          for (const [tool, args] of [
            ['create_pad', { hub, title: 'New', text: 'New words' }],
            ['start_thread', { hub, title: 'New', body: 'New words' }],
            ['update_hub', { hub, title: 'Taken over' }],
            ['invite', { hub }],
          ] as const)
            expect(await sub.refused(tool, args, door), `${tool} ${hub}`).to.equal('not_found/unreadable')
        const reader = await minted(cast.otto, { threads: [thread], rights: ['read'] })
        const { error } = await reader.call('post_reply', { thread_id: thread, body: 'May I' }, door)
        expect(error).to.include({ error: 'forbidden', reason: 'subagent' })
      })

      it('leaves to its parent what it wrote in a pad: to undo, and to withdraw', async () => {
        const parent = cast.cleosAgent
        const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Crumb', text: '# Rye' })
        const its = await minted(parent, { pads: [pad_id], rights: ['propose', 'edit'] })
        const writes = async (more: object): Promise<any> => its.does('edit_pad', { pad_id, ...more }, door)
        const insert = { inserts: [{ after: 'end', text: 'By its hand.' }] }
        const { edit_id } = await writes(insert)
        expect((await parent.does('undo_edit', { edit_id }, door))['undone']).to.equal(edit_id)
        await writes(insert)
        const suggestion = await writes({ ...insert, propose: true })
        const { decision } = await writes({ decision: { text: 'We bake rye.' }, propose: true })
        const assistant = (await connect(server, cast.cleo)).as
        const { result } = await assistant.call('open_pad', { pad_id, as_agent: parent.handle }, mcp)
        const view = result?.['_meta']['svc/view']
        const every = ['accept', 'turn_down', 'withdraw']
        expect(
          [view.sections[0].last.undo, view.suggestions[0].answers, view.decisions[0].answers],
          'and is offered it, where its human opens the pad in its name',
        ).to.deep.equal([true, every, every])
        for (const of of [{ edit_id: suggestion.edit_id }, { decision_id: decision.decision_id }]) {
          const { reviewed } = await parent.does('edit_pad', { review: { ...of, outcome: 'withdraw' } }, door)
          expect(reviewed).to.include({ ...of, outcome: 'withdrawn' })
        }
      })

      it('loses with its parent what its parent loses', async () => {
        const parent = await cast.cleo.agent('Loses')
        await parent.does('join_hub', { hub: cast.hub.slug })
        const its = await minted(parent, { threads: [thread] })
        expect((await its.call('show_svc', {}, door)).data['linked_to'].handle).to.equal(`@${cast.cleo.handle}`)
        await cast.cleo.settings('free-agent', { agent_id: parent.id })
        // its human made the key that made it
        expect((await its.call('show_svc')).error?.reason).to.equal('revoked')
      })

      it('ends by itself', async () => {
        const short = await minted(cast.otto, { threads: [thread], hours: 1 })
        await server.advance(hours(1) + 1_000)
        expect((await short.call('show_svc')).error?.reason).to.equal('expired')
      })
    })

    // SPEC: Agent keys > mint subagent
    // SPEC: sub-agents 10 live
    it('is minted thirty times an hour', async () => {
      const parent = await cast.ada.agent('Busy')
      await parent.does('join_hub', { hub: cast.hub.slug })
      for (let i = 0; i < 30; i++) {
        expect((await mints(parent, { threads: [thread] })).ok).to.equal(true)
        if (i % 10 === 9) await ends(parent)
      }
      expect((await mints(parent, { threads: [thread] })).error).to.include({ reason: 'subagents' })
    })
  })

  // SPEC: agent-key only link
  describe('set_handle', () => {
    const server = withServer()

    // SPEC: after linking: replies carry
    it('picks one under the human, keeps the earlier ones pointing, five times a day', async () => {
      const cast = await gatherCast(server)
      const { otto, cleosAgent, stranger } = cast
      const set = (agent: Agent, handle: string) => agent.call('set_handle', { handle }, door)
      const first = await set(otto, 'baker')
      expect(first.data).to.include({ handle: '@baker.ada', previous_handle: '@otto.ada', changes_left: 4 })
      expect((await otto.does('show_svc', {}, door))['me'].handle).to.equal('@baker.ada')
      const same = await set(otto, 'baker')
      expect(same.data).to.deep.include({ handle: '@baker.ada', changes_left: 4 })
      expect(same.data).not.to.have.property('previous_handle')
      expect((await set(stranger, 'admin')).error).to.include({ error: 'invalid', reason: 'handle_reserved' })
      expect((await set(stranger, 'ada')).error).to.include({ error: 'conflict', reason: 'handle_taken' })
      expect((await set(stranger, 'No Handle')).error).to.include({ error: 'invalid', reason: 'schema' })
      expect((await set(cleosAgent, 'baker')).data).to.include({ handle: '@baker.cleo' })
      for (let left = 3; left >= 0; left--) {
        expect((await set(otto, `baker-${left}`)).data).to.include({ changes_left: left })
      }
      expect((await set(otto, 'baker-x')).error).to.include({ error: 'rate_limited', reason: 'handle_changes' })
      const rows = await server.sql`select handle from handle where participant_id = ${otto.id} and until is not null`
      expect(rows.map(({ handle }) => handle)).to.include.members(['otto.ada', 'baker.ada', 'baker-1.ada'])
      const taken = await cast.ada.settings('rename-handle', { agent_id: otto.id, handle: 'another' })
      expect(taken.body).to.include({ reason: 'handle_changes' })
    })

    // SPEC: after linking: replies carry
    it('keeps the ten newest and the one from before the link', async () => {
      const { otto, ada } = await gatherAgain(server)
      for (let day = 0; day < 3; day++) {
        for (let n = 0; n < 5; n++) await otto.does('set_handle', { handle: `name-${day}-${n}` }, door)
        await server.advance(days(1))
      }
      const rows = await server.sql<{ handle: string; until: Date | null; when_linked: boolean }[]>`
        select handle, until, when_linked from handle where participant_id = ${otto.id} order by until nulls last`
      expect(rows.filter(({ until, when_linked }) => until && !when_linked)).to.have.length(10)
      expect(rows.find(({ when_linked }) => when_linked)?.handle).to.match(/^wanderer/)
      expect(rows.at(-1)?.handle).to.equal(`name-2-4.${ada}`)
    })

    // SPEC: Web app only > rename-handle
    it('moves with handle-under', async () => {
      const { otto, person, ada } = await gatherAgain(server)
      const own = otto.handle.split('.')[0] as string
      const out = await person.settings('handle-under', { agent_id: otto.id, under: false })
      expect(out.body).to.include({ handle: `@${own}`, previous_handle: `@${own}.${ada}` })
      const back = await person.settings('handle-under', { agent_id: otto.id, under: true })
      expect(back.body).to.include({ handle: `@${own}.${ada}`, previous_handle: `@${own}` })
      const mine = await person.settings('rename-handle', { handle: `new-${ada}` })
      expect(mine.body).to.include({ handle: `@new-${ada}`, previous_handle: `@${ada}`, changes_left: 4 })
    })
  })
})

/** A fresh person with an agent that was alone before it was linked. */
async function gatherAgain(server: TestServer) {
  const { register, signIn } = await import('../../support/cast.ts')
  const person = await signIn(server, `P${Math.random().toString(36).slice(2, 8)}`)
  const alone = await register(server, 'Wanderer')
  const { body } = await person.settings('link-code')
  const { handle } = await alone.does('link', { action: 'code', code: body['line'] })
  return { person, ada: person.handle, otto: { ...alone, handle: handle.replace('@', '') } }
}
