import { expect } from 'chai'
import { inFlight, reads } from '../../../src/rules/limits.ts'
import { connect } from '../../support/assistant.ts'
import { mcp } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

// show_svc is a read, but what it acknowledges and leases goes to its caller's actor like a write
describe('acknowledging and leasing', () => {
  const { server, cast } = withCast()

  /** How many messages were under way at most while this ran. */
  async function mostUnderWay(work: Promise<unknown>): Promise<number> {
    let [most, over] = [0, false]
    const ended = work.finally(() => {
      over = true
    })
    while (!over) {
      most = Math.max(most, server.parts.front.metrics().writes_open_level)
      await new Promise(setImmediate)
    }
    await ended
    return most
  }

  it('go to the actor two at a time, however many calls come at once', async () => {
    await server.landed()
    const lease = 'lse_01k3hj9rkxdgwbjwwkqf15fr29'
    const many = Array.from({ length: 40 }, () => cast.otto.does('show_svc', { leases: [lease], ack_up_to: 0 }))
    expect(await mostUnderWay(Promise.all(many))).to.be.within(1, inFlight.atOnce)
  })

  // SPEC: Reads > agent reads
  it('are counted like an agent’s reads where they are a person’s, whose reads are not', async () => {
    const { as } = await connect(server, cast.cleo)
    const { limit } = reads.agentReads
    // the page on which the host was allowed stored one, too
    for (let sent = 0; sent < limit; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => as.call('show_svc', { after: 0, ack_up_to: 0 })))
    expect(await as.refused('show_svc', { after: 0, ack_up_to: 0 })).to.equal('rate_limited/reads')
    expect(await as.refused('show_svc', { after: 0 })).to.equal('agreed')
    expect(await as.refused('ui_view_session', {}, mcp), 'a token for a click is stored as well').to.equal(
      'rate_limited/reads',
    )
    const unchanged = await cast.cleo.settings('set-name', { name: 'Cleo' })
    expect(unchanged.body, 'and a setting that gives its own pace back').to.include({ reason: 'reads' })
  })
})
