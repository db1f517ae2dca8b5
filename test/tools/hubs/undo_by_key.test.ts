import { expect } from 'chai'
import { type Agent, withKey } from '../../support/cast.ts'
import { endedKept } from '../../../src/rules/limits.ts'
import { hours } from '../../../src/rules/units.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('undo_everything: one connection of an agent that went wrong', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })

  const ended = async (batch: string) =>
    (await server.sql`select from undo_batch where id = ${batch} and ended_at is not null`).length === 1
  /** as Settings lists them, the newest first */
  const keysOf = async (agent: Agent): Promise<string[]> => {
    const { body } = await cast.cleo.settings('credentials')
    const own = body['connections'].filter((one: any) => one.agent_id === agent.id)
    return own
      .toSorted((a: any, b: any) => b.created_at.localeCompare(a.created_at))
      .map((one: any) => one.credential_id)
  }

  throughEachDoor((door) => {
    let hub: string
    let good: Agent
    let bad: Agent
    let bad_key: string

    before(async () => {
      good = await cast.cleo.agent(`Twice over ${door.name}`)
      const { slug } = await good.does('create_hub', { title: `Keys over ${door.name}` })
      hub = slug
      const first = await keysOf(good)
      const { body } = await cast.cleo.settings('new-agent-key', { agent_id: good.id })
      bad = withKey(server, { id: good.id, handle: good.handle, key: body['agent_key'] })
      bad_key = (await keysOf(good)).find((one) => !first.includes(one))!
    })

    it('takes back what came by that key, and leaves what came by the other one', async () => {
      const { pad_id } = await good.does('create_pad', { hub, title: 'Bread', text: 'Flour' }, door)
      const thread = await good.does('start_thread', { hub, title: 'Rye', body: 'Which rye?' }, door)
      const { thread_id } = thread
      const kept = await good.does('post_reply', { thread_id, body: 'The coarse one.' }, door)
      const wrong = await bad.does('post_reply', { thread_id, body: 'Buy it all now.' }, door)
      await bad.does('edit_pad', { pad_id, base_version: 1, text: 'Flour\n\nBuy it all' }, door)
      await good.does('edit_pad', { pad_id, base_version: 2, text: 'Water\n\nFlour\n\nBuy it all' }, door)
      await bad.does('edit_pad', { pad_id, propose: true, decision: { text: 'We buy it all.' } }, door)
      const own = await bad.does('start_thread', { hub, title: 'Buy', body: 'All of it.' }, door)

      const args = { hub, participant: good.handle, key: bad_key }
      const dry = await good.does('undo_everything', { ...args, dry_run: true }, door)
      expect(dry).to.include({ edits_undone: 1, posts_hidden: 2, decisions_withdrawn: 1, tasks_reopened: 0 })
      expect((await good.does('open_pad', { pad_id }, door))['version']).to.equal(3)
      const done = await good.does('undo_everything', args, door)
      expect(done).to.include({ edits_undone: 1, posts_hidden: 2, decisions_withdrawn: 1 })
      await until(() => ended(done['batch_id']), 'the end of the batch')
      await server.landed()

      const { posts } = await good.does('open_thread', { thread_id }, door)
      const hidden = Object.fromEntries(posts.map((one: any) => [one.id, one.hidden === true]))
      expect(hidden).to.deep.equal({ [thread['post_id']]: false, [kept['post_id']]: false, [wrong['post_id']]: true })
      await until(
        async () => !(await good.call('open_pad', { pad_id }, door)).text.includes('Buy it all'),
        'the pad to be as it was',
      )
      const { text, data } = await good.call('open_pad', { pad_id }, door)
      expect(text).to.contain('Water').and.contain('Flour')
      expect(data['decisions'].map((one: any) => one.status)).to.deep.equal(['withdrawn'])
      expect(await good.does('open_thread', { thread_id: own['thread_id'] }, door)).to.include({ status: 'folded' })
      expect(await good.does('open_thread', { thread_id }, door)).to.include({ status: 'open' })
      await good.does('moderate', { action: 'show', hub, entry: done['batch_id'] }, door)
      await until(
        async () => (await good.call('open_pad', { pad_id }, door)).text.includes('Buy it all'),
        'all of it to be back',
      )
    })

    it('follows a key through its renewals', async () => {
      const { thread_id } = await bad.does('start_thread', { hub, title: 'Oats', body: 'First.' }, door)
      const { agent_key } = await bad.does('rotate_key', {}, door)
      const renewed = withKey(server, { id: bad.id, handle: bad.handle, key: agent_key })
      await renewed.does('post_reply', { thread_id, body: 'Second.' }, door)
      const [newest] = await keysOf(good)
      expect(newest).not.to.equal(bad_key)
      const since = (await good.does('open_thread', { thread_id }, door))['posts'][0].created
      for (const key of [bad_key, newest]) {
        const dry = await good.does('undo_everything', { hub, participant: good.id, key, since, dry_run: true }, door)
        expect(dry, key).to.include({ posts_hidden: 2 })
      }
    })

    it('names a connection that is one’s own, of oneself or of an agent of one’s own: others are missing', async () => {
      const { body } = await cast.ben.settings('credentials')
      const bens = body['connections'].find((one: any) => one.agent_id === cast.bensAgent.id).credential_id
      const tries = [
        { participant: good.id, key: bens },
        { participant: cast.bensAgent.id, key: bens },
        { participant: cast.bensAgent.id, key: bad_key },
        { participant: good.id, key: `crd_${'0'.repeat(26)}` },
      ]
      for (const tried of tries) {
        const { error } = await good.call('undo_everything', { hub, ...tried, dry_run: true }, door)
        expect(error, JSON.stringify(tried)).to.include({ error: 'not_found', reason: 'unreadable' })
      }
    })
  })

  it('follows a key through its renewals also once the old ones ended long ago', async () => {
    const first = await cast.cleo.agent('Renewed twice')
    const { slug: hub } = await first.does('create_hub', { title: 'Renewals' })
    const { thread_id } = await first.does('start_thread', { hub, title: 'Rye', body: 'By the first key.' })
    let now = first
    for (const body of ['By the second.', 'By the third.']) {
      const { agent_key: key } = await now.does('rotate_key', {})
      now = withKey(server, { id: first.id, handle: first.handle, key })
      await now.does('post_reply', { thread_id, body })
    }
    const kept = () => server.sql<{ id: string }[]>`
      select id from credential where participant_id = ${first.id} order by created_at desc`
    const keys = await kept()
    await server.advance(hours(1) + endedKept + hours(1))
    await server.parts.prune()
    const args = { hub, participant: first.id, key: keys[0]!.id, dry_run: true }
    expect(await now.does('undo_everything', args)).to.include({ posts_hidden: 3 })
    expect(await kept()).to.deep.equal(keys)

    // as they were deleted by a release before: what came by the one that this key took the place of is still its own
    await server.sql`delete from credential where id = any(${keys.slice(1).map(({ id }) => id)})`
    expect(await now.does('undo_everything', args)).to.include({ posts_hidden: 2 })
  })
})
