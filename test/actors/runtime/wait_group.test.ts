import { expect } from 'chai'
import { pino } from 'pino'
import { openWaitGroup } from '../../../actors/runtime/front/wait_group.ts'

describe('a group of waits with one cursor', () => {
  /** A group whose checks find nothing new; `heard.under` is the subscription that hears of changes. */
  function quietGroup() {
    const heard: { under: number | undefined } = { under: 1 }
    const feed = { version: () => undefined, subscription: () => heard.under }
    const counts = { open: 0, woken: 0, checked: 0 }
    const group = openWaitGroup('thr_1', { feed, counts, log: pino({ level: 'silent' }) })
    const hold = { participant: 'ada', actor: 'thr_1', milliseconds: 1_000, check: async () => undefined }
    /** gives how many checks there were, once the wait that joins is covered by one */
    const join = async (): Promise<number> => {
      group.waiters.add({ hold, end: () => undefined, fail: () => undefined })
      group.joined()
      await new Promise(setImmediate)
      return counts.checked
    }
    return { group, heard, join }
  }

  it('checks for the first, and for nobody who joins it', async () => {
    const { join } = quietGroup()
    expect([await join(), await join(), await join()]).to.deep.equal([1, 1, 1])
  })

  it('checks for the next that joins after a change', async () => {
    const { group, join } = quietGroup()
    await join()
    group.wake()
    expect([await join(), await join()]).to.deep.equal([2, 2])
  })

  it('checks for everybody who joins while changes are not heard, and once after the subscription is back', async () => {
    const { heard, join } = quietGroup()
    await join()
    heard.under = undefined
    expect([await join(), await join()]).to.deep.equal([2, 3])
    heard.under = 2
    expect([await join(), await join()]).to.deep.equal([4, 4])
  })
})
