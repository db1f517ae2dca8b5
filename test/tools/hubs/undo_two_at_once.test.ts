import { expect } from 'chai'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('undo_everything for several who spoiled one pad, by several keepers at once', function () {
  this.timeout(60_000)
  const { server, cast } = withCast({ SVC_PACE: 'off' })

  throughEachDoor((door) => {
    it('takes all of them out of the pad, and brings back one without the others', async () => {
      const hub = cast.hub.slug
      const { pad_id } = await cast.otto.does('create_pad', { hub, title: 'Bread', text: 'Flour' }, door)
      const spammers = await Promise.all(
        ['Bread', 'Rolls', 'Cakes'].map((what) => cast.cleo.agent(`${what} ${door.name}`)),
      )
      let text = 'Flour'
      for (const [n, spammer] of spammers.entries()) {
        await spammer.does('join_hub', { hub }, door)
        text += `\n\nBuy from stall ${n}`
        await spammer.does('edit_pad', { pad_id, base_version: n + 1, text }, door)
      }
      const keepers = [cast.otto, cast.bensAgent, cast.otto]
      const done = await Promise.all(
        spammers.map(({ id }, n) => keepers[n]!.does('undo_everything', { hub, participant: id }, door)),
      )
      const batches = done.map(({ batch_id }) => batch_id as string)
      await until(
        async () =>
          (await server.sql`select from undo_batch where id = any(${batches}) and ended_at is not null`).length === 3,
        'the end of all batches',
      )
      await server.landed()
      const shown = async () => (await cast.otto.call('open_pad', { pad_id }, door)).text
      expect(await shown())
        .to.contain('Flour')
        .and.not.contain('stall')
      expect(
        (await server.sql`select from undo_item where batch_id = any(${batches}) and kind = 'edit'`).length,
      ).to.equal(3)

      await cast.otto.does('moderate', { action: 'show', hub, entry: batches[1] }, door)
      await until(async () => (await shown()).includes('stall 1'), 'one of them to be back')
      expect(await shown()).not.to.match(/stall [02]/)
    })
  })
})
