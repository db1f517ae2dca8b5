import { expect } from 'chai'
import { timedRules } from '../../actors/timed_rules.ts'
import { days, hours, minutes } from '../../src/rules/units.ts'
import { type Agent, type Cast, gatherCast, register, withKey } from '../support/cast.ts'
import { makesPad, makesTask, startsThread } from '../support/made.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A rule that time fires: what makes it due, and what of it can be counted afterwards. */
interface Timed {
  /** makes something that will be due; gives the time until then */
  readonly set: () => Promise<number>
  /** what makes it due at that time, where time alone does not */
  readonly comes?: () => Promise<unknown>
  /** what became of it: the same however often it is looked at, and told once */
  readonly once: () => Promise<void>
}

describe('what time fires', () => {
  let server: TestServer
  let beside: TestServer
  let cast: Cast
  let otto: Agent
  let ben: Agent
  let cleo: Agent

  before(async () => {
    server = await startServer()
    const { databaseUrl, redisUrl } = server.parts.config
    beside = await startServer({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl })
    cast = await gatherCast(server)
    otto = cast.otto
    ben = cast.bensAgent
    cleo = cast.cleosAgent
  })
  after(async () => {
    await beside.stop()
    await server.stop()
  })

  /** Items of these kinds that one agent was sent about one thing. */
  const told = async (who: Agent, kind: string, fields: Record<string, unknown>): Promise<number> => {
    await server.landed()
    const { items } = await who.does('show_svc', { after: 0, limit: 200 })
    return items.filter(
      (item: Record<string, unknown>) =>
        item['kind'] === kind && Object.entries(fields).every(([name, value]) => item[name] === value),
    ).length
  }
  /** Keys live as long as an owner may be silent. */
  async function renewKeys(): Promise<void> {
    const renewed = async (agent: Agent): Promise<Agent> =>
      withKey(server, { ...agent, key: (await agent.does('rotate_key'))['agent_key'] })
    otto = await renewed(otto)
    ben = await renewed(ben)
    cleo = await renewed(cleo)
  }

  const rows: Readonly<Record<string, () => Timed>> = {
    idle_tasks: () => {
      let task_id: string
      let before: { thread_id: string; version: string }
      return {
        async set() {
          const { thread_id } = await otto.does('start_thread', { hub: cast.hub.slug, title: 'Idle', body: 'Who?' })
          task_id = await makesTask(otto, { thread_id, title: 'Idle' })
          await cleo.does('update_task', { task_id, action: 'start' })
          before = { thread_id, version: (await otto.does('open_thread', { thread_id }))['version'] }
          return hours(48)
        },
        async once() {
          const { version, tasks } = await otto.does('open_thread', { thread_id: before.thread_id })
          expect(Number(version)).to.equal(Number(before.version) + 1)
          expect(tasks[0]).to.include({ task_id, state: 'open' }).and.not.to.have.property('assignee_id')
          for (const who of [otto, cleo])
            expect(await told(who, 'task_update', { task_id, reason: 'idle' })).to.equal(1)
        },
      }
    },
    unchecked_merges: () => {
      let pad_id: string
      let edit_id: string
      return {
        async set() {
          const { slug } = await otto.does('create_hub', { title: 'Checked', mode: 'checked' })
          await cleo.does('join_hub', { hub: slug })
          await otto.does('moderate', { action: 'let_in', hub: slug, participant: cleo.id })
          const text = `# Recipe\n\n${'Flour and water and salt and time, in this order. '.repeat(6)}`
          pad_id = await makesPad(otto, { hub: slug, title: 'Recipe', text })
          const { sections } = await cleo.does('open_pad', { pad_id, blocks: true })
          const inserts = [{ after: sections[0].blocks.at(-1).id, text: 'Bake.' }]
          edit_id = (await cleo.does('edit_pad', { pad_id, inserts, propose: true }))['edit_id']
          return hours(24)
        },
        async once() {
          const { version, sections } = await otto.does('open_pad', { pad_id })
          expect(version).to.equal(2)
          expect(sections[0]).to.include({ check: 'unchecked' })
          expect(await told(cleo, 'edit_answered', { edit_id, reason: 'unchecked' })).to.equal(1)
        },
      }
    },
    lapsed_disputes: () => {
      let thread_id: string
      let version: string
      return {
        async set() {
          const { pad_id } = await otto.does('create_pad', {
            hub: cast.hub.slug,
            title: 'Disputed',
            text: '# Claim\n\nBread is blue.',
          })
          const { sections } = await otto.does('open_pad', { pad_id })
          const flag = await ben.does('start_thread', {
            title: 'It is not',
            body: 'Look at it.',
            pad_id,
            anchor_block: sections[0].section_id,
            flag_wrong: true,
            source: 'any bakery',
          })
          thread_id = flag['thread_id']
          version = flag['version']
          return days(14)
        },
        async once() {
          const thread = await otto.does('open_thread', { thread_id })
          expect(thread).to.include({ dispute: 'unresolved', version: String(Number(version) + 1) })
          expect(await told(otto, 'section_flagged', { thread_id, reason: 'unresolved' })).to.equal(1)
        },
      }
    },
    expiring_keys: () => {
      let mayfly: Agent
      return {
        async set() {
          mayfly = await cast.cleo.agent('Mayfly')
          // the others' keys are renewed at once, and one short of it again: none but this one runs out
          await server.advance(days(40))
          await renewKeys()
          return days(36)
        },
        async once() {
          expect(await told(mayfly, 'key_expiring', { reason: '14d' })).to.equal(1)
          expect(await mayfly.does('show_svc')).to.have.property('key_expires_at')
        },
      }
    },
    takeovers: () => {
      let hub: { slug: string; hub_id: string }
      return {
        async set() {
          hub = (await otto.does('create_hub', { title: 'Left alone' })) as typeof hub
          await cleo.does('join_hub', { hub: hub.slug })
          await otto.does('moderate', { action: 'let_in', hub: hub.slug, participant: cleo.id })
          for (const age of [days(60), days(30) + minutes(1)]) {
            await server.advance(age)
            await renewKeys()
          }
          const asked = await cleo.does('moderate', { action: 'take_over', hub: hub.slug })
          expect(asked['takeover']).to.include({ state: 'requested' })
          return days(30)
        },
        async once() {
          expect(await cleo.does('open_hub', { hub: hub.slug })).to.include({ seat: 'owner' })
          for (const who of [otto, cleo])
            expect(await told(who, 'takeover', { hub_id: hub.hub_id, reason: 'done' })).to.equal(1)
          const { log } = await cleo.does('open_hub', { hub: hub.slug, log: true })
          // asked for, and come true
          expect(log.filter(({ action }: any) => action === 'take_over')).to.have.length(2)
        },
      }
    },
    overruled_takeovers: () => {
      let hub: { slug: string; hub_id: string }
      return {
        async set() {
          hub = (await otto.does('create_hub', { title: 'Owner comes back' })) as typeof hub
          await cleo.does('join_hub', { hub: hub.slug })
          await otto.does('moderate', { action: 'let_in', hub: hub.slug, participant: cleo.id })
          for (const age of [days(60), days(30) + minutes(1)]) {
            await server.advance(age)
            await renewKeys()
          }
          await cleo.does('moderate', { action: 'take_over', hub: hub.slug })
          return minutes(10)
        },
        comes: () => otto.does('start_thread', { hub: hub.slug, title: 'Here', body: 'I am back' }),
        async once() {
          for (const who of [otto, cleo])
            expect(await told(who, 'takeover', { hub_id: hub.hub_id, reason: 'objected' })).to.equal(1)
          expect(await otto.does('open_hub', { hub: hub.slug })).to.include({ seat: 'owner' })
        },
      }
    },
    stuck_undoing: () => {
      let thread_id: string
      let batch_id: string
      return {
        async set() {
          const mallory = await register(server, 'Mallory')
          await mallory.does('join_hub', { hub: cast.hub.slug })
          thread_id = await startsThread(otto, { hub: cast.hub.slug, title: 'Spam', body: 'None' })
          const { post_id } = await mallory.does('post_reply', { thread_id, body: 'Buy bread' })
          const undo = { hub: cast.hub.slug, participant: mallory.id }
          batch_id = (await otto.does('undo_everything', undo))['batch_id']
          await server.landed()
          // as if its first step had never come through
          await server.sql`delete from fold where target_id = ${post_id}`
          await server.sql`delete from undo_item where batch_id = ${batch_id}`
          await server.sql`update undo_batch set ended_at = null, step = 0,
            step_at = ${new Date(server.parts.clock.now())} where id = ${batch_id}`
          return minutes(10)
        },
        async once() {
          await server.landed()
          const { text } = await otto.call('open_hub', { hub: cast.hub.slug, log: true })
          expect(text).to.contain('1 of 1 done').and.not.to.contain('going on')
          const items = await server.sql`select kind from undo_item where batch_id = ${batch_id}`
          expect(items.map(({ kind }) => kind)).to.deep.equal(['post'])
          expect((await cleo.call('open_thread', { thread_id })).text).not.to.contain('Buy bread')
        },
      }
    },
  }

  it('is all of this, and nothing else', () => {
    expect(timedRules.map(({ name }) => name).toSorted()).to.deep.equal(Object.keys(rows).toSorted())
  })

  beforeEach(renewKeys)

  // SPEC: dispute lapse 14 days
  // SPEC: idle task 48 hours
  // SPEC: scheduled cleanup fires these
  for (const [name, row] of Object.entries(rows))
    it(`${name}: not a minute too early, and once, from ten calls at once to two instances and from one more`, async () => {
      const timed = row()
      const due = await timed.set()
      await server.advance(due - minutes(1))
      expect(await server.fires()).to.include({ ok: true, [name]: 0 })
      await server.advance(minutes(1))
      await timed.comes?.()
      const fired = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? beside : server).fires()))
      expect(Math.max(...fired.map((one) => Number(one[name])))).to.equal(1)
      await timed.once()
      expect(await beside.fires()).to.include({ ok: true, [name]: 0 })
      await timed.once()
    })
})
