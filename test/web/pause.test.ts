import { getEventListeners } from 'node:events'
import { expect } from 'chai'
import { pause } from '../../src/web/live/pause.ts'

describe('a pause between two waits', () => {
  it('ends with its time, its turn or the connection, and leaves nothing behind in a turn that lasts for days', async () => {
    const turn = new AbortController()
    const window = new EventTarget()
    await pause(1, turn.signal, window)
    const resting = pause(86_400_000, turn.signal, window)
    window.dispatchEvent(new Event('online'))
    await resting
    expect(getEventListeners(turn.signal, 'abort')).to.have.length(0)
    const last = pause(86_400_000, turn.signal, window)
    turn.abort()
    await last
    expect(getEventListeners(window, 'online')).to.have.length(0)
  })
})
