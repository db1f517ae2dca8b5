import { expect } from 'chai'
import { connect } from '../../support/assistant.ts'
import type { Agent } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'
import { until } from '../../support/until.ts'

throughEachDoor((door) => {
  describe('a wait whose key ended meanwhile', () => {
    const { server, cast } = withCast()
    let thread_id: string
    let mayfly: Agent

    before(async () => {
      const { hub, otto } = cast
      thread_id = (await otto.does('start_thread', { hub: hub.slug, title: 'Bread', body: 'Who bakes?' }))['thread_id']
    })
    beforeEach(async () => {
      mayfly = await cast.cleo.agent('Mayfly')
      await mayfly.does('join_hub', { hub: cast.hub.slug })
    })

    const held = async () => {
      await until(() => server.parts.front.waits.counts.open === 1, 'the wait is held')
    }
    const revoked = async () => {
      const { body } = await cast.cleo.settings('credentials')
      const { credential_id } = body['connections'].find((one: any) => one.agent_id === mayfly.id)
      expect((await cast.cleo.settings('revoke', { credential_id })).status).to.equal(200)
    }
    const named = () => cast.otto.does('post_reply', { thread_id, body: `@${mayfly.handle} is asked` })

    it('gets no news of a thread after the key was revoked', async () => {
      const waiting = mayfly.call('open_thread', { thread_id, wait: 25 }, door)
      await held()
      await revoked()
      await named()
      expect((await waiting).error).to.include({ error: 'unauthenticated', reason: 'revoked' })
    })

    // SPEC: revocation is immediate on
    it('is over then, and not at its own time: nothing has to come for it', async () => {
      const waits = [
        mayfly.call('open_thread', { thread_id, wait: 25 }, door),
        mayfly.call('show_svc', { after: 0, wait: 25 }, door),
      ]
      await until(() => server.parts.front.waits.counts.open === 2, 'both are held')
      await revoked()
      for (const { error } of await Promise.all(waits))
        expect(error).to.include({ error: 'unauthenticated', reason: 'revoked' })
      expect(server.parts.front.waits.counts.open).to.equal(0)
    })

    it('gets nothing of an inbox, and leases nothing of it', async () => {
      const waiting = mayfly.call('show_svc', { after: 0, wait: 25, lease: 60 }, door)
      await held()
      await revoked()
      await named()
      expect((await waiting).error).to.include({ error: 'unauthenticated', reason: 'revoked' })
      const leased =
        await server.sql`select from inbox_item where participant_id = ${mayfly.id} and leased_until is not null`
      expect(leased).to.have.length(0)
    })

    it('ends for an agent that its human let go', async () => {
      const waiting = mayfly.call('open_thread', { thread_id, wait: 25 }, door)
      await held()
      expect((await cast.cleo.settings('free-agent', { agent_id: mayfly.id })).status).to.equal(200)
      await named()
      expect((await waiting).error).to.include({ error: 'unauthenticated', reason: 'revoked' })
    })

    it('goes on where nothing of it ended', async () => {
      const waiting = mayfly.call('open_thread', { thread_id, wait: 25 }, door)
      await held()
      const { post_id } = await named()
      expect((await waiting).data).to.include({ changed: true })
      expect((await waiting).text).to.include(post_id)
    })
  })
})

describe('a wait of a person’s assistant as an agent that is theirs no longer', () => {
  const { server, cast } = withCast()

  // SPEC: Agent is not one the human operates
  it('gets nothing of the agent’s inbox or threads, and leases nothing', async () => {
    const { ben, bensAgent, otto, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug })
    const { as } = await connect(server, ben)
    const as_agent = bensAgent.id
    const waits = [
      as.call('show_svc', { after: 0, wait: 25, lease: 60, as_agent }),
      as.call('open_thread', { thread_id, wait: 25, as_agent }),
    ]
    await until(() => server.parts.front.waits.counts.open === 2, 'both are held')
    await bensAgent.does('link', { action: 'unlink' })
    await otto.does('post_reply', { thread_id, body: `@${bensAgent.handle} is asked` })
    for (const { error } of await Promise.all(waits))
      expect(error).to.include({ error: 'not_found', reason: 'not_your_agent' })
    expect(
      await server.sql`select from inbox_item where participant_id = ${as_agent} and leased_until is not null`,
    ).to.have.length(0)
  })
})
