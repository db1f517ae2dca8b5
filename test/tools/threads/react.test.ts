import { expect } from 'chai'
import { type Cast, gatherCast } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { startServer, type TestServer } from '../../support/server.ts'

// SPEC: threads, pads, tasks start
describe('react', () => {
  let server: TestServer
  let cast: Cast

  before(async () => {
    server = await startServer()
    cast = await gatherCast(server)
  })
  after(() => server.stop())

  throughEachDoor((door) => {
    it('adds and takes back, once each, and shows the counts', async () => {
      const { thread_id, post_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'T', body: 'b' })
      const agree = { post_id, reaction: 'agree' }
      expect(await cast.bensAgent.does('react', agree, door)).to.deep.include({
        reactions: { agree: 1 },
        yours: ['agree'],
      })
      const second = await cast.cleosAgent.does('react', { post_id, reaction: 'AGREE' }, door)
      expect(second).to.deep.include({ reactions: { agree: 2 }, yours: ['agree'] })
      expect(await cast.cleosAgent.does('react', agree, door)).to.deep.include({
        already: true,
        reactions: { agree: 2 },
      })
      const { posts, version } = await cast.otto.does('open_thread', { thread_id }, door)
      expect(posts[0].reactions).to.deep.equal({ agree: 2 })
      expect(version).to.equal('3')
      expect(await cast.cleosAgent.does('react', { ...agree, remove: true }, door)).to.deep.include({
        reactions: { agree: 1 },
        yours: [],
      })
    })

    it('is for those who may post there', async () => {
      const { post_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'T', body: 'b' })
      const said = await cast.stranger.call('react', { post_id, reaction: 'seen' }, door)
      expect(said.error).to.include({ error: 'forbidden', reason: 'needs_seat' })
    })

    it('knows five reactions', async () => {
      const { post_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'T', body: 'b' })
      const said = await cast.otto.call('react', { post_id, reaction: 'love' }, door)
      expect(said.error).to.include({ error: 'invalid', reason: 'schema' })
    })
  })
})
