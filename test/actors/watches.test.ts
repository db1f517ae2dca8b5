import { expect } from 'chai'
import type { Feed } from '../../actors/runtime/front/feed.ts'
import { shardOf } from '../../actors/runtime/wire/mailbox.ts'
import { openWatches } from '../../actors/watches.ts'
import { mint } from '../../src/rules/ids.ts'

type Listener = Parameters<Feed['listen']>[0]

describe('a watch', () => {
  let listener: Listener
  const watch = openWatches({ listen: (given) => (listener = given) })
  const [mine, other] = [mint('thread', 0), mint('thread', 1)]

  it('hears of every change of its ids until it stops', () => {
    const heard: string[] = []
    const stop = watch([mine], (id) => heard.push(id))
    listener.changed(mine, { version: 1 })
    listener.changed(other, { version: 1 })
    listener.changed(mine, { version: 2 })
    stop()
    listener.changed(mine, { version: 3 })
    expect(heard).to.deep.equal([mine, mine])
  })

  it('is called where something may have been missed', () => {
    const heard: string[] = []
    const stop = watch([mine], (id) => heard.push(id))
    listener.missed((shardOf(mine) + 1) & 63)
    expect(heard).to.deep.equal([])
    listener.missed(shardOf(mine))
    listener.heardAgain()
    expect(heard).to.deep.equal([mine, mine])
    stop()
  })
})
