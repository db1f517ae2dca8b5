import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { lifetimes } from '../../src/rules/limits.ts'
import { tools } from '../../src/tools/index.ts'
import { type Agent, register } from '../support/cast.ts'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'
import { makesPad, makesTask, startsThread } from '../support/made.ts'

interface Write {
  readonly by?: () => Agent
  readonly args: () => object | Promise<object>
  /** other arguments that would do as well */
  readonly other: object
}

throughEachDoor((door) => {
  describe('an idempotency key', () => {
    const { server, cast } = withCast()
    let hub: string
    let thread: string
    let pad: string
    let lone: Agent

    before(async () => {
      hub = cast.hub.slug
      lone = await register(server, 'Lone')
      const { otto } = cast
      thread = await startsThread(otto, { hub, title: 'Twice', body: 'Sent once or twice?' })
      pad = await makesPad(otto, { hub, title: 'Twice', text: '# Twice\n\nOne line.' })
    })

    const posted = async (by = cast.otto): Promise<string> =>
      (await by.does('post_reply', { thread_id: thread, body: `A post ${randomUUID()}.` }))['post_id']
    const task = (): Promise<string> => makesTask(cast.otto, { thread_id: thread, title: 'A task' })
    const edited = async (): Promise<string> =>
      (await cast.otto.does('edit_pad', { pad_id: pad, inserts: [{ after: 'start', text: `Line ${randomUUID()}.` }] }))[
        'edit_id'
      ]

    const writes: Readonly<Record<string, Write>> = {
      create_hub: { args: () => ({ title: 'Once' }), other: { title: 'Twice' } },
      join_hub: { by: () => lone, args: () => ({ hub }), other: { hub: 'another' } },
      update_hub: { args: () => ({ hub, guide: 'Be kind.' }), other: { guide: 'Be kinder.' } },
      moderate: {
        args: async () => ({ action: 'hide', post_id: await posted(), reason: 'spam' }),
        other: { reason: 'abuse' },
      },
      undo_everything: {
        args: () => ({ hub, participant: lone.handle, reason: 'spam' }),
        other: { reason: 'abuse' },
      },
      start_thread: {
        args: () => ({ hub, title: 'Once', body: `Only once ${randomUUID()}.` }),
        other: { title: 'Two' },
      },
      post_reply: {
        args: () => ({ thread_id: thread, body: `Once ${randomUUID().slice(0, 8)}.` }),
        other: { body: 'Twice.' },
      },
      react: { args: async () => ({ post_id: await posted(), reaction: 'agree' }), other: { reaction: 'seen' } },
      create_pad: { args: () => ({ hub, title: 'Once', text: 'One.' }), other: { text: 'Two.' } },
      edit_pad: {
        args: () => ({ pad_id: pad, inserts: [{ after: 'start', text: 'Put in once.' }] }),
        other: { inserts: [{ after: 'start', text: 'Put in twice.' }] },
      },
      undo_edit: { args: async () => ({ edit_id: await edited() }), other: { note: 'for another reason' } },
      verify: { args: async () => ({ edit_id: await edited(), note: 'Read it all.' }), other: { note: 'Read half.' } },
      create_task: { args: () => ({ thread_id: thread, title: 'Once' }), other: { title: 'Twice' } },
      submit_result: {
        args: async () => ({ task_id: await task(), link: 'https://once.example/' }),
        other: { link: 'https://twice.example/' },
      },
      update_task: { args: async () => ({ task_id: await task(), action: 'take' }), other: { action: 'start' } },
      report: {
        args: async () => ({ post_id: await posted(cast.cleosAgent), reason: 'spam' }),
        other: { reason: 'abuse' },
      },
      start_dm: { args: () => ({ to: cast.cleosAgent.handle, body: 'Hello.' }), other: { body: 'Hello again.' } },
      respond_to_dm: {
        by: () => cast.bensAgent,
        args: async () => ({
          dm_id: (await cast.otto.does('start_dm', { to: cast.bensAgent.handle, body: 'Hello, Ben.' }))['dm_id'],
          action: 'block',
        }),
        other: { action: 'unblock' },
      },
      set_handle: {
        by: () => lone,
        args: () => ({ handle: `once-${door.name.toLowerCase()}` }),
        other: { handle: `twice-${door.name.toLowerCase()}` },
      },
    }

    it('is taken by every write but the four that hand out a secret, nineteen of them', async () => {
      const taking = tools.filter(({ kind, givesSecret }) => kind === 'write' && !givesSecret).map(({ name }) => name)
      expect(taking.toSorted()).to.deep.equal(Object.keys(writes).toSorted())
      expect(taking).to.have.length(19)
      const idempotency_key = randomUUID()
      const [first, second] = [
        await cast.otto.does('invite', { hub, idempotency_key }, door),
        await cast.otto.does('invite', { hub, idempotency_key }, door),
      ]
      expect(first['ignored_args']).to.deep.equal(['idempotency_key'])
      expect(second['invite_url']).not.to.equal(first['invite_url'])
    })

    // SPEC: The 30 model tools > idempotency key most
    for (const [tool, write] of Object.entries(writes))
      it(`${tool}: the first result again, marked and not counted; other arguments under it are a conflict`, async () => {
        await server.advance(lifetimes.idempotencyKey)
        const by = write.by?.() ?? cast.otto
        const args = { ...(await write.args()), idempotency_key: randomUUID() }
        const first = await by.call(tool, args, door)
        expect(first.ok, JSON.stringify(first.error)).to.equal(true)
        expect(first.data).not.to.have.property('replayed')
        const again = await by.call(tool, args, door)
        expect(again.ok, JSON.stringify(again.error)).to.equal(true)
        const { allowance: left, ...repeated } = again.data
        const { allowance: spent, ...told } = first.data
        expect(repeated).to.deep.equal({ ...told, replayed: true })
        expect(left?.used).to.equal(spent?.used)
        expect(left?.remaining).to.equal(spent?.remaining)
        expect(left?.per).to.equal(spent?.per)
        const lead = first.text.split('\n')[0]!
        expect(again.text.startsWith(lead), again.text).to.equal(true)
        expect(again.text).to.match(/\nReplayed: .+ nothing was done again\.$/)
        const { error } = await by.call(tool, { ...args, ...write.other }, door)
        expect(error).to.include({ error: 'conflict', reason: 'key_reused' })
      })

    // SPEC: as agent works with
    it('names an ignored argument after that, last', async () => {
      const args = { thread_id: thread, body: 'Red.', colour: 'red', idempotency_key: randomUUID() }
      await cast.otto.does('post_reply', args, door)
      const { text } = await cast.otto.call('post_reply', args, door)
      expect(text).to.match(/\nReplayed: [^\n]+\nIgnored, [^\n]+: colour\.$/)
    })

    it('makes one post of twenty calls at once', async () => {
      const { last_seq } = await cast.otto.does('open_thread', { thread_id: thread })
      const args = { thread_id: thread, body: 'At once.', idempotency_key: randomUUID() }
      const said = await Promise.all(Array.from({ length: 20 }, () => cast.otto.call('post_reply', args, door)))
      expect(said.map(({ ok }) => ok)).not.to.include(false)
      expect(new Set(said.map(({ data }) => data['post_id']))).to.have.property('size', 1)
      expect(said.filter(({ data }) => data['replayed'] !== true)).to.have.length(1)
      const after = await cast.otto.does('open_thread', { thread_id: thread })
      expect(after['last_seq']).to.equal(last_seq + 1)
    })

    it('makes one post of twenty calls at once to several threads, and a conflict of the others', async () => {
      const threads = await Promise.all(
        Array.from({ length: 4 }, (_, n) =>
          cast.otto.does('start_thread', { hub, title: `Of several ${n}`, body: `One of several ${n}.` }),
        ),
      )
      const idempotency_key = randomUUID()
      const said = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          cast.otto.call(
            'post_reply',
            { thread_id: threads[n % 4]?.['thread_id'], body: 'Where?', idempotency_key },
            door,
          ),
        ),
      )
      const made = new Set(said.flatMap(({ data }) => data['post_id'] ?? []))
      expect(made.size).to.equal(1)
      const refused = said.filter(({ ok }) => !ok)
      expect(refused).to.have.length(15)
      expect(new Set(refused.map(({ error }) => error?.reason))).to.deep.equal(new Set(['key_reused']))
    })

    it('is its caller’s and its tool’s own', async () => {
      const idempotency_key = randomUUID()
      const args = { thread_id: thread, body: 'Whose key is it?', idempotency_key }
      const mine = await cast.otto.does('post_reply', args, door)
      const theirs = await cast.cleosAgent.does('post_reply', args, door)
      expect(theirs['post_id']).not.to.equal(mine['post_id'])
      expect(theirs).not.to.have.property('replayed')
      const elsewhere = await cast.otto.does(
        'react',
        { post_id: mine['post_id'], reaction: 'seen', idempotency_key },
        door,
      )
      expect(elsewhere).not.to.have.property('replayed')
    })

    it('is kept for 24 hours', async () => {
      const args = { thread_id: thread, body: 'Once a day.', idempotency_key: randomUUID() }
      const first = await cast.otto.does('post_reply', args, door)
      await server.advance(lifetimes.idempotencyKey - 60_000)
      expect(await cast.otto.does('post_reply', args, door)).to.include({ post_id: first['post_id'], replayed: true })
      await server.advance(61_000)
      const anew = await cast.otto.does('post_reply', args, door)
      expect(anew['post_id']).not.to.equal(first['post_id'])
      expect(anew).not.to.have.property('replayed')
    })

    // SPEC: Errors > busy 503
    it('is free again after a refusal, and after the day’s limit', async () => {
      await server.advance(lifetimes.idempotencyKey)
      const refused = { thread_id: thread, body: 'Let me in.', idempotency_key: randomUUID() }
      const stray = await register(server, 'Stray')
      expect((await stray.call('post_reply', refused, door)).error).to.include({ reason: 'needs_seat' })
      await stray.does('join_hub', { hub })
      expect(await stray.does('post_reply', refused, door)).not.to.have.property('replayed')

      const { slug } = await stray.does('create_hub', { title: 'Alone' })
      for (let n = 0; n < 18; n++) await stray.does('create_pad', { hub: slug, title: `Pad ${n}` })
      const last = { hub: slug, title: 'The last of the day', idempotency_key: randomUUID() }
      const { pad_id, allowance } = await stray.does('create_pad', last, door)
      expect(allowance).to.include({ used: 20, remaining: 0 })
      const limited = { hub: slug, title: 'One more', idempotency_key: randomUUID() }
      expect(await stray.does('create_pad', limited, door)).to.include({ limit_reached: true })
      // the replay of a write is its result, with the allowance as it stands
      expect(await stray.does('create_pad', last, door)).to.deep.include({ pad_id, allowance, replayed: true })
      await server.advance(lifetimes.idempotencyKey - 60_000)
      await server.advance(120_000)
      const made = await stray.does('create_pad', limited, door)
      expect(made['pad_id']).to.match(/^pad_/)
      expect(made).not.to.have.property('replayed')
    })

    // SPEC: Sizes > idempotency key 8
    it('holds between 8 and 200 characters', async () => {
      for (const idempotency_key of ['seven77', 'x'.repeat(201)]) {
        const { error } = await cast.otto.call('post_reply', { thread_id: thread, body: 'x', idempotency_key }, door)
        expect(error).to.include({ error: 'invalid', reason: 'schema' })
        expect(error?.['issues'][0].path).to.equal('idempotency_key')
      }
    })
  })
})
