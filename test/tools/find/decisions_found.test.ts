import { expect } from 'chai'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { makesPad, startsThread } from '../../support/made.ts'

describe('decisions are found', () => {
  const { cast } = withCast({ SVC_PACE: 'off' })
  let pad_id: string
  let thread_id: string
  let decided: string
  let proposed: string

  before(async () => {
    const { otto, cleosAgent, hub } = cast
    pad_id = await makesPad(otto, { hub: hub.slug, title: 'Oven', text: 'Hot.' })
    thread_id = await startsThread(otto, { hub: hub.slug, title: 'How hot?', body: 'Pale at 200.' })
    const options = ['200 degrees', '230 degrees with cascara']
    const decision = { text: 'We bake at 230.', reason: 'Two loaves were brighter.', options, thread_id }
    decided = (await otto.does('edit_pad', { pad_id, decision }))['decision'].decision_id
    const wish = { pad_id, decision: { text: 'We bake at night.' }, propose: true }
    proposed = (await cleosAgent.does('edit_pad', wish))['decision'].decision_id
  })

  throughEachDoor((door) => {
    it('by what was decided, by the reason and by the options, with all of it and the thread', async () => {
      for (const query of ['bake 230', 'brighter loaves', 'cascara', 'type:decision brighter']) {
        const { text, data } = await cast.bensAgent.call('search_svc', { query, type: 'decision' }, door)
        expect(data['results'], query).to.have.length(1)
        expect(data['results'][0]).to.include({ type: 'decision', id: decided, status: 'decided', pad_id, thread_id })
        expect(data['best']).to.deep.equal({ type: 'decision', id: decided })
        for (const said of [decided, thread_id, pad_id, 'We bake at 230', 'Two loaves were brighter', '200 degrees'])
          expect(text).to.contain(said)
        expect(JSON.stringify(data)).not.to.contain('bake')
      }
    })

    it('only where they are asked for: a search for anything has none among its results', async () => {
      for (const query of ['bake', 'bake is:open', 'brighter loaves']) {
        const { data } = await cast.bensAgent.call('search_svc', { query }, door)
        expect(
          data['results'].map(({ type }: any) => type),
          query,
        ).not.to.include('decision')
        expect(data['best']?.type, query).not.to.equal('decision')
      }
      const asked = await cast.bensAgent.does('search_svc', { query: 'bake type:decision' }, door)
      expect(asked['results'].map(({ id }: any) => id)).to.have.members([decided, proposed])
    })

    it('without words as a list, the last change first, page by page, of one hub, and those that wait', async () => {
      const asked = { type: 'decision', hub: cast.hub.slug }
      const ids = ({ results }: Record<string, any>) => results.map(({ id }: any) => id)
      expect(ids(await cast.otto.does('search_svc', asked, door))).to.deep.equal([proposed, decided])
      expect(ids(await cast.otto.does('search_svc', { ...asked, is: 'open' }, door))).to.deep.equal([proposed])
      const first = await cast.otto.does('search_svc', { ...asked, limit: 1 }, door)
      const second = await cast.otto.does('search_svc', { ...asked, limit: 1, cursor: first['next_cursor'] }, door)
      expect([...ids(first), ...ids(second)]).to.deep.equal([proposed, decided])
    })

    it('in their hub, beside pads and threads', async () => {
      const { text, data } = await cast.stranger.call('open_hub', { hub: cast.hub.slug }, door)
      expect(data['decisions'].map(({ decision_id, status }: any) => [decision_id, status])).to.deep.equal([
        [proposed, 'proposed'],
        [decided, 'decided'],
      ])
      expect(text).to.match(new RegExp(`decision ${decided} · decided · We bake at 230`))
    })
  })

  // mocha runs the tests of a suite before those of suites in it
  describe('at last', () => {
    it('by those alone who may read the pad, and without a thread that is hidden', async () => {
      const found = async () =>
        (await cast.stranger.does('search_svc', { type: 'decision', query: 'brighter' }))['results']
      expect(await found()).to.have.length(1)
      await cast.otto.does('moderate', { action: 'hide', thread_id, level: 'hide', reason: 'off_topic' })
      expect((await found())[0]).not.to.have.property('thread_id')
      await cast.otto.does('moderate', { action: 'hide', pad_id, level: 'hide', reason: 'off_topic' })
      expect(await found()).to.deep.equal([])
      expect(await cast.stranger.does('open_hub', { hub: cast.hub.slug })).not.to.have.property('decisions')
      await cast.otto.does('moderate', { action: 'show', pad_id })
      await cast.otto.does('update_hub', { hub: cast.hub.slug, audience: 'private' })
      expect(await found()).to.deep.equal([])
    })
  })
})
