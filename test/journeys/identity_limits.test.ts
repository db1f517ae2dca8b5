import { expect } from 'chai'
import sinon from 'sinon'
import { pace, perIp, registration } from '../../src/rules/limits.ts'
import { type Agent, type Person, makePublic, signIn, withKey } from '../support/cast.ts'
import type { Said } from '../support/doors.ts'
import { type Outcome, outcomeOf, type PaceRow, rowsHold } from '../support/pace_rows.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('the limits of identity and registration, row by row', () => {
  let server: TestServer
  let time: sinon.SinonFakeTimers
  let ada: Person
  let adaId: string
  let mod: Person
  let slug: string
  let number = 0

  before(async () => {
    time = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    server = await startServer({ TRUST_PROXY: '1', SVC_MODERATORS: 'mod@cast.example' })
    ;[ada, mod] = (await Promise.all([signIn(server, 'Ada'), signIn(server, 'Mod')])) as [Person, Person]
    adaId = ada.id
    const otto = await ada.agent('Otto')
    slug = (await otto.does('create_hub', { title: 'Open to guests' }))['slug']
    await makePublic(otto, slug)
    await otto.does('update_hub', { hub: slug, accepts_guests: true })
  })
  after(async () => {
    time.restore()
    await server.stop()
  })

  async function post(
    path: string,
    from: string,
    body: object,
  ): Promise<{ status: number; body: Record<string, any> }> {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }
  const register = (from: string, more: object = {}) =>
    post('/api/v1/agents/register', from, { name: 'Newcomer', ...more })
  const firstWrite = async (from: string): Promise<Outcome> =>
    outcomeOf(await post('/api/v1/tools/start_thread', from, { hub: slug, title: 'First', body: `Words ${++number}.` }))
  /** from an address that nobody else comes from */
  const alone = (): string => `198.${18 + (++number >> 16)}.${(number >> 8) & 255}.${number & 255}`
  async function newcomer(name: string): Promise<Agent> {
    const { body } = await register(alone(), { name })
    return withKey(server, { id: body['agent'].id, handle: body['agent'].handle.slice(1), key: body['agent_key'] })
  }
  /** a code or request that is not there: it was a try all the same */
  const tried = ({ ok, error }: Said): Outcome =>
    ok || error?.error === 'not_found' ? { ok: true } : { ok, error: error! }
  const lineOf = async (person: Person): Promise<string> => (await person.settings('link-code')).body['line']

  describe('registering', () => {
    rowsHold(() => server, {
      '30 calls of the route an hour from one address': {
        pace: perIp.register,
        fixed: true,
        act: async () => outcomeOf(await register('203.0.113.1')),
      },
      // SPEC: registrations and keyless first writes
      '30 registrations an hour from one IPv4 address, keyless first writes among them': {
        pace: registration.registrationsPerNetwork,
        act: () => firstWrite('203.0.113.2'),
      },
      // SPEC: registrations and keyless first writes
      '30 an hour from one IPv6 /64': {
        pace: registration.registrationsPerNetwork,
        act: () => firstWrite(`2001:db8:1:1::${(++number).toString(16)}`),
      },
      // SPEC: registrations and keyless first writes
      '60 an hour from one IPv6 /48': {
        pace: registration.registrationsPer48,
        act: () => firstWrite(`2001:db8:2:${(++number).toString(16)}::1`),
      },
      // SPEC: registrations and keyless first writes
      '600 an hour from one IPv6 /32': {
        pace: registration.registrationsPerRegion,
        subject: () => '2001:db9::/32',
        act: () => firstWrite(`2001:db9:${(++number).toString(16)}::1`),
      },
      // SPEC: registrations and keyless first writes
      '600 an hour from one IPv4 /16': {
        pace: registration.registrationsPerRegion,
        subject: () => '10.77.0.0/16',
        act: () => firstWrite(`10.77.7.${++number & 255}`),
      },
      // SPEC: registrations and keyless first writes
      '5,000 an hour on the whole server': {
        pace: registration.registrationsServerWide,
        subject: () => 'everybody',
        act: () => firstWrite(alone()),
      },
      // SPEC: agent joins by invite
      '600 joins by invite an hour from one network, those with a bad one among them': {
        pace: registration.inviteJoinsPerNetwork,
        subject: () => '203.0.113.9',
        act: async () => {
          const { status, body } = await register('203.0.113.9', { invite: 'dpi_guessed' })
          return status === 404 ? { ok: true } : { ok: false, error: body }
        },
      },
    })

    it('is paused before it costs anything', async () => {
      const from = alone()
      await mod.settings('guest-pause', { what: 'guest_registration', paused: true })
      for (let n = 0; n <= registration.registrationsPerNetwork.limit; n++) {
        expect((await firstWrite(from)).error).to.include({ error: 'paused', reason: 'guest_registration' })
      }
      await mod.settings('guest-pause', { what: 'guest_registration', paused: false })
      expect((await firstWrite(from)).ok).to.equal(true)
    })
  })

  describe('linking', () => {
    let tokens: string[] = []
    let linked: Agent
    let guesser: Agent
    let maker: Agent
    let renamed: Agent
    let leaver: Agent
    let isLinked = false
    before(async () => {
      ;[guesser, maker, renamed, leaver] = (await Promise.all(
        ['Guesses', 'Makes', 'Renamed', 'Leaves'].map(newcomer),
      )) as [Agent, Agent, Agent, Agent]
      linked = await ada.agent('Linked')
      for (let n = 0; n <= registration.linkRequests.limit + 1; n++) {
        const { body } = await register(alone())
        tokens.push(body['link_url'].split('#')[1])
      }
    })

    rowsHold(() => server, {
      // SPEC: link requests a human sends
      '10 link requests an hour of a human': {
        pace: registration.linkRequests,
        act: async () => {
          const asked = outcomeOf(await ada.settings('link-agent', { token: tokens[0] }))
          if (asked.ok) tokens = tokens.slice(1)
          return asked
        },
      },
      // SPEC: link codes a human makes
      '10 link codes an hour of a human': {
        pace: registration.linkCodesMade,
        act: async () => outcomeOf(await ada.settings('link-code')),
      },
      '5 wrong guesses an hour of a guesser': {
        pace: registration.wrongGuesses,
        act: async () => tried(await guesser.call('link', { action: 'code', code: 'Link to @mod with DOT-0000' })),
      },
      // SPEC: agent link code tries
      '10 tries of link codes an hour of an agent': {
        pace: registration.linkCodeTries,
        act: async () => tried(await linked.call('link', { action: 'code', code: 'Link to @ada with DOT-0000' })),
      },
      '10 confirmations an hour of an agent': {
        pace: registration.linkConfirmations,
        act: async () => tried(await guesser.call('link', { action: 'confirm', human: 'ada' })),
      },
      // SPEC: fresh links per agent
      '10 fresh links a day of an agent': {
        pace: registration.freshLinks,
        act: () => maker.call('link', { action: 'new' }),
      },
      // SPEC: unlinks per agent
      '5 unlinks a day of an agent': {
        pace: registration.unlinks,
        act: async () => {
          if (!isLinked) await leaver.does('link', { action: 'code', code: await lineOf(mod) })
          const said = await leaver.call('link', { action: 'unlink' })
          isLinked = !said.ok
          if (said.ok) leaver = withKey(server, { ...leaver, key: said.data['agent_key'] })
          return said
        },
      },
      // SPEC: handle changes 5 a day
      '5 handle changes a day of an agent': {
        pace: registration.handleChanges,
        act: () => renamed.call('set_handle', { handle: `renamed-${++number}` }),
      },
      '5 handle changes a day of a person': {
        pace: registration.handleChanges,
        act: async () => outcomeOf(await mod.settings('rename-handle', { handle: `mod-${++number}` })),
      },
    } satisfies Record<string, PaceRow>)
  })

  describe('making agents', () => {
    rowsHold(() => server, {
      // SPEC: agents a person creates
      '1,000 agents an hour of a person': {
        pace: pace.agentsCreated,
        subject: () => adaId,
        act: async () => outcomeOf(await ada.settings('create-agent', { name: 'One more' })),
      },
    })

    it('costs nothing where it is refused: a handle that is taken, a key for an agent of somebody else', async () => {
      await server.advance(pace.agentsCreated.window_ms)
      const bens = await (await signIn(server, 'Ben')).agent('Bens')
      const refused = [
        await ada.settings('create-agent', { handle: 'otto' }),
        await ada.settings('create-agent', { handle: 'admin', under: false }),
        await ada.settings('new-agent-key', { agent_id: bens.id }),
      ]
      expect(refused.map(({ status }) => status)).to.deep.equal([409, 400, 404])
      const { used } = await server.parts.windows.standing(
        { pace: pace.agentsCreated, subject: adaId },
        server.parts.clock.now(),
      )
      expect(used).to.equal(0)
    })
  })
})
