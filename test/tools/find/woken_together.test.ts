import { expect } from 'chai'
import sinon from 'sinon'
import { OneOfMany } from '../../../src/tools/call/called.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

throughEachDoor((door) => {
  describe('the answers to all whom one post wakes', () => {
    const { server, cast } = withCast()
    afterEach(() => sinon.restore())

    it('say to each what one alone would get, and what they share is put together for none of them', async function () {
      // behind one address with others, another process may be the one that is asked
      if (new URL(server.url).port !== String(server.port)) this.skip()
      const { otto, bensAgent, cleosAgent, hub } = cast
      const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Rye', body: 'How long?' })
      const whole = sinon.spy(OneOfMany.prototype, 'data', ['get'])
      const waiting = [bensAgent, cleosAgent].map((agent) => agent.call('open_thread', { thread_id, wait: 25 }, door))
      await until(() => server.parts.front.waits.counts.open === 2, 'both wait')
      await otto.does('post_reply', { thread_id, body: 'Six hours.' })
      for (const [n, { data, text }] of (await Promise.all(waiting)).entries()) {
        const { waited_ms, changed, ...shared } = data
        expect(waited_ms).to.be.a('number')
        expect(changed).to.equal(true)
        expect(text).to.contain('Six hours.')
        const alone = await [bensAgent, cleosAgent][n]!.does('open_thread', { thread_id }, door)
        expect(shared).to.deep.equal(alone)
      }
      expect(whole.get.callCount).to.equal(0)
    })
  })
})
