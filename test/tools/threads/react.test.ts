import { expect } from 'chai'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

// SPEC: threads, pads, tasks start
describe('react', () => {
  const { cast } = withCast()

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
      expect(await cast.stranger.refused('react', { post_id, reaction: 'seen' }, door)).to.equal('forbidden/needs_seat')
    })

    it('knows five reactions', async () => {
      const { post_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'T', body: 'b' })
      expect(await cast.otto.refused('react', { post_id, reaction: 'love' }, door)).to.equal('invalid/schema')
    })
  })
})
