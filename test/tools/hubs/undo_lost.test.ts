import { expect } from 'chai'
import { minutes } from '../../../src/rules/units.ts'
import type { Agent } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'

describe('undo_everything whose step is lost', () => {
  const { server, cast } = withCast()
  let mallory: Agent
  let thread_id: string
  let hub: string

  before(async () => {
    hub = cast.hub.slug
  })

  beforeEach(async () => {
    mallory = await cast.cleo.agent('Mallory')
    await mallory.does('join_hub', { hub })
    thread_id = (await mallory.does('start_thread', { hub, title: 'Spam', body: 'Buy bread' }))['thread_id']
  })

  const ended = async (): Promise<boolean> =>
    (await server.sql`select from undo_batch where participant_id = ${mallory.id} and ended_at is not null`).length ===
    1
  const kinds = async (): Promise<string[]> =>
    (await server.sql`select kind from undo_item where place_id = ${thread_id} order by kind`).map(({ kind }) => kind)
  async function tenMinutesLater(): Promise<number> {
    await server.advance(minutes(10))
    const { stuck_undoing } = (await server.fires()) as { stuck_undoing: number }
    await server.landed()
    return stuck_undoing
  }
  /** As if the posts had never been hidden, and nothing behind that step had been told. */
  async function lost(at: { step: number; retold: boolean }): Promise<void> {
    await server.sql`delete from fold where target_id in (select id from post)`
    await server.sql`delete from undo_item where place_id = ${thread_id} and kind = 'post'`
    await server.sql`update undo_batch set ended_at = null, step = ${at.step}, retold = ${at.retold},
      step_at = ${new Date(server.parts.clock.now())} where participant_id = ${mallory.id}`
  }

  it('takes that step up again after ten minutes, and all behind it', async () => {
    await cast.otto.does('undo_everything', { hub, participant: mallory.id })
    await server.landed()
    const whole = await kinds()
    expect([await ended(), ...whole]).to.deep.equal([true, 'post', 'thread'])
    await lost({ step: 0, retold: false })
    expect(await tenMinutesLater()).to.equal(1)
    expect([await ended(), ...(await kinds())]).to.deep.equal([true, ...whole])
    expect(await tenMinutesLater()).to.equal(0)
  })

  it('goes on behind a step that was lost twice', async () => {
    await cast.otto.does('undo_everything', { hub, participant: mallory.id })
    await server.landed()
    await lost({ step: 0, retold: true })
    expect(await tenMinutesLater()).to.equal(1)
    expect(await ended()).to.equal(true)
    expect(await kinds()).to.deep.equal(['thread'])
  })

  it('leaves one alone that was taken back', async () => {
    const { batch_id } = await cast.otto.does('undo_everything', { hub, participant: mallory.id })
    await server.landed()
    await lost({ step: 0, retold: false })
    await cast.otto.does('moderate', { action: 'show', entry: batch_id })
    expect(await tenMinutesLater()).to.equal(0)
    expect(await kinds()).to.deep.equal(['thread'])
  })
})
