import { expect } from 'chai'
import { allowance } from '../../../src/rules/limits.ts'
import { days, hours, minutes } from '../../../src/rules/units.ts'
import { type Agent, type Person, register, signIn, withKey } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withServer } from '../../support/here.ts'
import { until } from '../../support/until.ts'

const tokenOf = (link: string): string => link.split('#')[1] as string

throughEachDoor((door) => {
  // SPEC: agent-key only link
  describe('link', () => {
    const server = withServer()
    let ada: Person
    let ben: Person
    before(async () => {
      ;[ada, ben] = (await Promise.all([signIn(server, 'Ada'), signIn(server, 'Ben')])) as [Person, Person]
    })

    const asks = (agent: Agent, args: object) => agent.call('link', args, door)
    const code = async (person: Person): Promise<string> => (await person.settings('link-code')).body['line']
    const wrongOf = (line: string): string =>
      line.replace(/\d{4}$/, (digits) => String((Number(digits) + 1) % 10_000).padStart(4, '0'))
    const inboxOf = async (id: string) =>
      server.sql<
        { kind: string; from_id: string; reason: string | null }[]
      >`select kind, from_id, reason from inbox_item where participant_id = ${id} order by seq`
    type Item = Awaited<ReturnType<typeof inboxOf>>[number]
    const isTold = (id: string, what: string, holds: (item: Item) => boolean): Promise<void> =>
      until(async () => (await inboxOf(id)).some(holds), what)
    const linkedBy = async (agent: Agent, person: Person) => {
      const said = await asks(agent, { action: 'code', code: await code(person) })
      expect(said.error, said.text).to.equal(undefined)
      return said.data
    }

    describe('by a code', () => {
      // SPEC: agent unlinked (20 writes
      // SPEC: Web app only > preview-link
      // SPEC: link code taps link
      // SPEC: both sides must agree
      // SPEC: after linking: replies carry
      it('links at once: handle, no daily limit, verified, linked_to, and the human hears', async () => {
        const otto = await register(server, 'Otto')
        const line = await code(ada)
        expect(line).to.match(/^Link to @ada with DOT-\d{4}$/)
        const said = await asks(otto, { action: 'code', code: `> ${line}\n` })
        expect(said.data).to.deep.include({
          status: 'linked',
          handle: `@${otto.handle}.ada`,
          previous_handle: `@${otto.handle}`,
        })
        expect(said.data['linked_to']).to.include({ name: 'Ada', handle: '@ada' })
        expect(said.data['allowance']).to.include({ per: 'hour', limit: allowance.agentOfVerifiedHuman.limit })
        const { me, linked_to } = await otto.does('show_svc', {}, door)
        expect(me).to.include({ handle: `@${otto.handle}.ada`, verified: true })
        expect(linked_to).to.deep.equal(said.data['linked_to'])
        const hub = await otto.does('create_hub', { title: 'Mine' }, door)
        const made = await otto.does('start_thread', { hub: hub['slug'], title: 'One', body: 'First words' }, door)
        expect(made['allowance'].per).not.to.equal('day')
        await isTold(linked_to.id, 'Ada hears', ({ kind, from_id }) => kind === 'linked' && from_id === otto.id)
        expect((await inboxOf(otto.id)).filter(({ kind }) => kind === 'linked')).to.have.length(0)
        const again = await asks(otto, { action: 'code', code: line })
        expect(again.data['status']).to.equal('already')
        expect(again.data['allowance'].per).to.equal('hour')
      })

      // SPEC: after linking: replies carry
      it('keeps the attribution of what was posted before', async () => {
        const agent = await register(server, 'Before')
        const { slug } = await agent.does('create_hub', { title: `Past ${door.name}` })
        const { thread_id } = await agent.does('start_thread', { hub: slug, title: 'One', body: 'Said alone' })
        await linkedBy(agent, ben)
        await agent.does('post_reply', { thread_id, body: 'Said with a human' })
        const rows =
          await server.sql`select human_id is null as alone from post where author_id = ${agent.id} order by seq`
        expect(rows.map(({ alone }) => alone)).to.deep.equal([true, false])
      })

      // SPEC: link code taps link
      // SPEC: link codes a human
      it('is for one agent, for an hour, and for lines of its form', async () => {
        const [one, two] = await Promise.all([register(server, 'One'), register(server, 'Two')])
        const line = await code(ada)
        const answers = await Promise.all([one, two].map((agent) => asks(agent, { action: 'code', code: line })))
        expect(answers.map(({ ok }) => ok)).to.have.members([false, true])
        expect(answers.find(({ ok }) => !ok)?.error).to.include({ error: 'not_found', reason: 'unreadable' })
        expect((await asks(two, { action: 'code', code: 'DOT-1234' })).error).to.include({ reason: 'code_format' })
        expect((await asks(two, { action: 'code' })).error).to.include({ reason: 'code_format' })
        const late = await code(ada)
        await server.advance(hours(1))
        const three = await register(server, 'Three')
        expect((await asks(three, { action: 'code', code: late })).error).to.include({ error: 'not_found' })
      })

      // SPEC: link codes a human
      it('is refused after five wrong guesses, the right one too', async () => {
        const guesser = await register(server, 'Guesser')
        const line = await code(ada)
        for (let i = 0; i < 5; i++) {
          const { error } = await asks(guesser, { action: 'code', code: wrongOf(line) })
          expect(error).to.include({ error: 'not_found', reason: 'unreadable' })
        }
        const { error } = await asks(guesser, { action: 'code', code: line })
        expect(error).to.include({ error: 'rate_limited', reason: 'link_codes' })
        expect(error?.['retry_after_seconds']).to.be.within(3_500, 3_600)
      })

      it('ends with the twentieth wrong guess of all together', async () => {
        const cleo = await signIn(server, `Cleo${door.name}`)
        const lines = [await code(cleo), await code(cleo)]
        const wrong =
          wrongOf(lines[0] as string) === lines[1] ? wrongOf(lines[1] as string) : wrongOf(lines[0] as string)
        const guessers = await Promise.all([1, 2, 3, 4].map((n) => register(server, `Guess ${n}`)))
        for (const guesser of guessers) {
          for (let i = 0; i < 5; i++) expect((await asks(guesser, { action: 'code', code: wrong })).ok).to.equal(false)
        }
        const honest = await register(server, 'Honest')
        for (const line of lines) {
          expect((await asks(honest, { action: 'code', code: line })).error).to.include({ error: 'not_found' })
        }
        expect((await asks(honest, { action: 'code', code: await code(cleo) })).ok).to.equal(true)
      })

      it('is made ten times an hour', async () => {
        const dora = await signIn(server, `Dora${door.name}`)
        for (let left = 9; left >= 0; left--) {
          expect((await dora.settings('link-code')).body).to.include({ left_this_hour: left })
        }
        expect((await dora.settings('link-code')).body).to.include({ error: 'rate_limited', reason: 'link_codes' })
      })
    })

    describe('by a link', () => {
      // SPEC: agent unlinked (20 writes
      // SPEC: Web app only > preview-link
      // SPEC: agent s link opens
      // SPEC: both sides must agree
      it('goes from preview over request and confirm to linked', async () => {
        const { agent, link } = await newLink('Linked')
        const token = tokenOf(link)
        const preview = await ada.settings('preview-link', { token })
        expect(preview.body).to.deep.include({ already_linked: false })
        expect(preview.body['agent']).to.include({ id: agent.id, displayName: 'Linked', posts: 0 })
        expect((await ada.settings('preview-claim', { token: link })).body['agent'].id).to.equal(agent.id)
        expect((await ada.settings('link-status', { token })).body).to.deep.include({ status: 'none' })

        const asked = await ada.settings('link-agent', { token })
        expect(asked.body).to.include({ status: 'requested', agent_id: agent.id })
        expect((await ada.settings('claim-agent', { token })).body).to.deep.equal(asked.body)
        expect((await ada.settings('claim-status', { agent_id: agent.id })).body).to.deep.equal(asked.body)

        const home = await agent.call('show_svc', {}, door)
        expect(home.data['link_requests']).to.deep.equal([
          { name: 'Ada', handle: '@ada', asked_at: asked.body['asked_at'] },
        ])
        expect(home.text).to.include('@ada')
        await isTold(agent.id, 'the agent is asked', ({ kind }) => kind === 'link_request')
        const said = await asks(agent, { action: 'confirm', human: '@Ada' })
        expect(said.data).to.include({ status: 'linked', handle: `@${agent.handle}.ada` })
        expect(said.data).not.to.have.property('link_requests')
        expect((await agent.does('show_svc', {}, door))['linked_to'].handle).to.equal('@ada')
        expect((await ada.settings('link-status', { agent_id: agent.id })).body).to.include({ status: 'linked' })
        expect((await ada.settings('link-agent', { token })).body).to.include({ status: 'linked' })
        const other = await ben.settings('link-agent', { token })
        expect(other.body).to.include({ error: 'conflict', reason: 'already_linked' })
        expect((await ben.settings('preview-link', { token })).body).to.include({ already_linked: true })
      })

      // SPEC: agent s link opens
      it('can be declined, and asked again', async () => {
        const { agent, link } = await newLink('Declines')
        await ada.settings('link-agent', { token: tokenOf(link) })
        const said = await asks(agent, { action: 'decline', human: 'ada' })
        expect(said.data).to.include({ status: 'declined' })
        expect(said.data).not.to.have.property('link_requests')
        expect(await agent.does('show_svc', {}, door)).not.to.have.property('link_requests')
        expect((await ada.settings('link-status', { agent_id: agent.id })).body).to.include({ status: 'declined' })
        expect((await asks(agent, { action: 'confirm', human: 'ada' })).error).to.include({ error: 'not_found' })
        await ada.settings('link-agent', { token: tokenOf(link) })
        expect((await asks(agent, { action: 'confirm', human: 'ada' })).data).to.include({ status: 'linked' })
      })

      it('says the same for a link that is wrong, old or no link', async () => {
        const { agent, link } = await newLink('Gone')
        for (const token of [
          '',
          'dpc_x',
          tokenOf(link)
            .replace(/.$/, 'A')
            .replace(/^dpc_./, 'dpc_B'),
          agent.key,
        ]) {
          const { status, body } = await ada.settings('preview-link', { token })
          expect(status, token).to.equal(404)
          expect(body).to.include({ error: 'not_found', reason: 'unreadable' })
        }
      })

      // SPEC: a fresh link can
      it('is made ten times a day, of which the newest twenty work', async () => {
        const { agent, link } = await newLink('Many links')
        for (let i = 1; i < 10; i++) expect((await asks(agent, { action: 'new' })).data['status']).to.equal('link_made')
        expect((await asks(agent, { action: 'new' })).error).to.include({ reason: 'fresh_links' })
        await server.advance(days(1))
        // the first of all came with registering
        for (let i = 0; i < 10; i++) expect((await asks(agent, { action: 'new' })).ok).to.equal(true)
        const works = async () => (await signIn(server, 'Ada')).settings('preview-link', { token: tokenOf(link) })
        expect((await works()).status).to.equal(200)
        await server.advance(days(1))
        expect((await asks(agent, { action: 'new' })).ok).to.equal(true)
        expect((await works()).status).to.equal(404)
      })
    })

    it('at the day’s limit is handed a link each time, outside the ten a day, of which the newest twenty work', async () => {
      const agent = await register(server, 'Used up')
      const { slug } = await agent.does('create_hub', { title: `Used up ${door.name}` })
      const { thread_id } = await agent.does('start_thread', { hub: slug, title: 'One', body: 'First words' })
      const sub = await agent.does('mint_subagent', { name: 'Sub', threads: [thread_id] })
      for (let n = 2; n <= 20; n++) await agent.does('post_reply', { thread_id, body: `Number ${n}` })
      await server.advance(minutes(2))
      const links: string[] = []
      for (let n = 0; n < 22; n++) {
        const { data } = await agent.call('post_reply', { thread_id, body: 'One too many' }, door)
        expect(data).to.include({ limit_reached: true })
        expect(data['allowance']).to.include({ per: 'day', used: 20, limit: 20, remaining: 0 })
        links.push(data['link_url'])
      }
      expect(new Set(links).size).to.equal(22)
      const preview = async (link?: string) => (await ada.settings('preview-link', { token: link })).status
      expect(await Promise.all([0, 1, 2, 21].map((n) => preview(links[n])))).to.deep.equal([404, 404, 200, 200])
      const subagent = withKey(server, { id: sub['agent'].id, handle: 'sub', key: sub['agent_key'] })
      const { data } = await subagent.call('post_reply', { thread_id, body: 'Nor from it' }, door)
      const asked = await ada.settings('preview-link', { token: data['link_url'] })
      expect(asked.body['agent'].id).to.equal(agent.id)
      for (let n = 0; n < 10; n++) expect((await asks(agent, { action: 'new' })).ok).to.equal(true)
    })

    describe('unlinking', () => {
      // SPEC: linked either side ends
      // SPEC: unlinking: see states
      it('by the agent gives it a new key, takes back keys and seats, and holds at once', async () => {
        const person = await signIn(server, 'Ada')
        const agent = await person.agent('Leaves')
        const helper = await person.agent('Other')
        const hub = await agent.does('create_hub', { title: `Owned ${door.name}` })
        const theirs = await helper.does('create_hub', { title: `Given ${door.name}` })
        await server.seat(theirs['hub_id'], agent.id, helper.id)
        const said = await asks(agent, { action: 'unlink' })
        expect(said.data).to.include({ status: 'unlinked', previous_handle: `@${agent.handle}` })
        expect(said.data).not.to.have.property('linked_to')
        expect(said.data['allowance']).to.include({ per: 'day', used: 0, limit: allowance.unlinkedAgent.limit })
        expect(said.data['handle']).not.to.include('.')
        expect((await agent.call('show_svc')).error?.reason).to.equal('revoked')
        const alone = withKey(server, { ...agent, key: said.data['agent_key'] })
        const { me, hubs, linked_to } = await alone.does('show_svc', {}, door)
        expect(me).to.include({ handle: said.data['handle'], verified: false })
        expect(linked_to).to.equal(undefined)
        expect(hubs).to.deep.equal([])
        expect((await alone.call('open_hub', { hub: hub['slug'] }, door)).error).to.include({ error: 'not_found' })
        expect((await alone.call('open_hub', { hub: theirs['slug'] }, door)).error).to.include({ error: 'not_found' })
        expect((await asks(alone, { action: 'unlink' })).data).to.include({ status: 'already' })
        const human = (await person.settings('credentials')).body
        expect(human['agents'].some(({ id }: { id: string }) => id === agent.id)).to.equal(false)
        await isTold(person.id, 'the human hears', ({ kind, reason }) => kind === 'unlinked' && reason === 'agent')
      })

      // SPEC: linked either side ends
      // SPEC: Web app only > free-agent
      // SPEC: unlinking: see states
      it('by the human stops the human’s keys, and the agent’s own go on', async () => {
        const person = await signIn(server, 'Ben')
        const agent = await person.agent('Freed')
        const { agent_key } = await agent.does('rotate_key', {}, door)
        const own = withKey(server, { ...agent, key: agent_key })
        const { status, body } = await person.settings('free-agent', { agent_id: agent.id })
        expect(status).to.equal(200)
        expect(body).to.deep.include({ unlinked: true, agent_id: agent.id, keys_stopped: 1, seats_taken_back: 0 })
        expect((await agent.call('show_svc')).error?.reason).to.equal('revoked')
        const { me } = await own.does('show_svc', {}, door)
        expect(me.handle).to.equal(body['handle'])
        await isTold(agent.id, 'the agent hears', ({ kind, reason }) => kind === 'unlinked' && reason === 'human')
        const again = await person.settings('free-agent', { agent_id: agent.id })
        expect(again.body).to.include({ error: 'not_found', reason: 'not_your_agent' })
      })

      it('happens five times a day', async () => {
        const person = await signIn(server, `Eve${door.name}`)
        let agent = await register(server, 'Back and forth')
        const first = agent.handle
        for (let i = 0; i < 5; i++) {
          await linkedBy(agent, person)
          const { agent_key, handle } = await agent.does('link', { action: 'unlink' }, door)
          expect(handle).to.equal(`@${first}`)
          agent = withKey(server, { ...agent, key: agent_key })
        }
        await linkedBy(agent, person)
        expect((await asks(agent, { action: 'unlink' })).error).to.include({ reason: 'unlinks' })
      })
    })

    async function newLink(name: string): Promise<{ agent: Agent; link: string }> {
      const agent = await register(server, name)
      const { data } = await asks(agent, { action: 'new' })
      expect(data['link_url']).to.match(/\/link#dpc_/)
      return { agent, link: data['link_url'] }
    }
  })
})
