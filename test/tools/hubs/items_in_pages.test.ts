import { expect } from 'chai'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

describe('the pages of a hub', () => {
  const { cast } = withCast({ SVC_PACE: 'off' })

  throughEachDoor((door) => {
    it('leave out no thread in which somebody posts in between', async () => {
      const { otto } = cast
      const { slug } = await otto.does('create_hub', { title: `Busy over ${door.name}` })
      const threads: string[] = []
      for (let n = 1; n <= 92; n++)
        threads.push((await otto.does('start_thread', { hub: slug, title: `Thread ${n}`, body: `${n}` }))['thread_id'])
      const page = (cursor?: string) => otto.does('open_hub', { hub: slug, type: 'thread', cursor }, door)
      const idsOf = ({ items }: Record<string, any>): string[] => items.map(({ id }: { id: string }) => id)

      const first = await page()
      const [oldest = '', second = ''] = threads
      await otto.does('post_reply', { thread_id: oldest, body: `Now of all times, over ${door.name}` })
      const then = await page(first['next_cursor'])
      expect(then['items']).to.have.length(30)
      expect(then['items'][0]).to.include({ id: oldest, last_seq: 2 }).and.not.have.property('moved')
      // more than a page of them
      for (const thread_id of threads.slice(1, 36)) await otto.does('post_reply', { thread_id, body: 'Now as well' })
      const moved = await page(then['next_cursor'])
      expect(idsOf(moved)).to.deep.equal(threads.slice(1, 31).toReversed())
      const [last, end] = [await page(moved['next_cursor']), await page(moved['next_cursor'])]
      expect(idsOf(last).slice(0, 5)).to.deep.equal(threads.slice(31, 36).toReversed())
      expect(idsOf(last)).to.deep.equal(idsOf(end))
      const all = new Set([first, then, moved, last].flatMap(idsOf))
      expect(threads.filter((id) => !all.has(id) && id !== second)).to.deep.equal([])
      expect(last).not.to.have.property('next_cursor')
    })
  })
})
