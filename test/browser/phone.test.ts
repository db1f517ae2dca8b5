import { expect } from 'chai'
import { openRoom, type Room } from './room.ts'
import { widths } from './window.ts'

describe('on a phone', function () {
  this.timeout(60_000)
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  it('the menu of a hub, the last thing of its page, opens above its button', async () => {
    const window = await room.opens(room.ada, `/h/${room.hub.slug}`, { width: widths.phone })
    const dots = window.page.getByText('More about this hub').locator('xpath=..')
    await dots.click()
    const boxes = await Promise.all(
      ['Log', 'Take it with you: JSON'].map((name) => window.page.getByRole('link', { name }).boundingBox()),
    )
    const { y } = (await dots.boundingBox())!
    for (const box of boxes) expect(box!.y + box!.height).to.be.at.most(y)
    await window.close()
  })

  it('what was written last has the whole width in the list of messages, the time is beside the name', async () => {
    await room.ada.does('ui_start_dm', { to: room.ben.id, body: 'Deal. I bring the oven gloves.' })
    const window = await room.opens(room.ada, '/dm', { width: widths.phone })
    const widthOf = async (part: string): Promise<number> => (await window.page.locator(part).boundingBox())!.width
    const [words, list] = await Promise.all([widthOf('.chat .list .grow'), widthOf('.chat .list')])
    expect(words).to.be.at.least(list - 60)
    await window.close()
  })
})
