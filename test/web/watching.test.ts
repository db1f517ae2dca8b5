import { expect } from 'chai'
import { browser } from '../../src/rules/limits.ts'
import { waitAfter } from '../../src/web/sending/backoff.ts'
import { openWatching } from '../../src/web/live/watching.ts'

describe('what all tabs of a person show', () => {
  it('is asked for once, the newest tabs first, and no more than there is room for', () => {
    const watching = openWatching()
    for (let at = 1; at <= 10; at += 1) watching.shows(`tab ${at}`, `thr_${at}@v${at}`)
    watching.shows('tab 11', 'thr_10@v10')
    expect(watching.asked(3)).to.deep.equal(['thr_10@v10', 'thr_9@v9', 'thr_8@v8'])
  })

  it('says whether the wait has to begin anew', () => {
    const watching = openWatching()
    expect(watching.shows('a', 'thr_1@v1')).to.equal(true)
    expect(watching.shows('a', 'thr_1@v2')).to.equal(false)
    expect(watching.shows('a', 'pad_1@v1')).to.equal(true)
    expect(watching.shows('a', undefined)).to.equal(true)
    expect(watching.asked(8)).to.deep.equal([])
  })

  it('is not told the same twice, though a tab goes on showing what it showed', () => {
    const watching = openWatching()
    watching.shows('a', 'thr_1@v1')
    watching.moved('thr_1', 'v2')
    expect(watching.asked(8)).to.deep.equal(['thr_1@v2'])
    // out of sight: what stands now is asked for
    watching.moved('thr_1', undefined)
    expect(watching.asked(8)).to.deep.equal(['thr_1'])
  })

  it('after a failure is asked for again as told, never within two seconds, at the latest after a minute', () => {
    const { least, most } = browser.live.again
    expect([1, 2, 3, 4, 5, 6, 20].map((failures) => waitAfter(failures))).to.deep.equal(
      [1, 2, 4, 8, 16, 30, 30].map((times) => Math.min(most, times * least)),
    )
    expect(waitAfter(1, 90_000)).to.equal(90_000)
    expect(waitAfter(3, 1_000)).to.equal(4 * least)
  })
})
