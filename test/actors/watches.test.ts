import { expect } from 'chai'
import { openFeed } from '../../actors/runtime/front/feed.ts'
import { encodeFrames } from '../../actors/runtime/wire/frames.ts'
import { shardOf } from '../../actors/runtime/wire/mailbox.ts'
import { openWatches } from '../../actors/watches.ts'
import { mint } from '../../src/rules/ids.ts'

describe('a watch', () => {
  const [mine, other] = [mint('thread', 0), mint('thread', 1)]
  const [shard, hub] = [shardOf(mine), mint('hub', 2)]
  const feed = openFeed((id) => id === hub)
  const watch = openWatches(feed)
  const commit = (commits: number, ...changed: readonly (readonly [string, number])[]) =>
    feed.take(encodeFrames([[shard, commits, 1, 0, changed]]))

  it('hears of every change of its ids until it stops', () => {
    const heard: string[] = []
    const stop = watch([mine], (id) => heard.push(id))
    commit(1, [mine, 1])
    commit(2, [other, 1])
    commit(3, [mine, 2])
    stop()
    commit(4, [mine, 3])
    expect(heard).to.deep.equal([mine, mine])
  })

  it('is called where something may have been missed', () => {
    const heard: string[] = []
    const elsewhere = Array.from({ length: 65 }, (_, n) => mint('thread', n)).find((id) => shardOf(id) !== shard)!
    const stop = watch([mine, elsewhere, hub], (id) => heard.push(id))
    commit(6)
    expect(heard).to.deep.equal([mine, hub])
    feed.begin()
    expect(heard.slice(2)).to.deep.equal([mine, elsewhere, hub])
    stop()
  })
})
