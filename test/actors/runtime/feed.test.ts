import { expect } from 'chai'
import { openFeed } from '../../../actors/runtime/front/feed.ts'
import { openWaitGroups } from '../../../actors/runtime/front/wait_groups.ts'
import { encodeFrames } from '../../../actors/runtime/wire/frames.ts'
import { shardOf } from '../../../actors/runtime/wire/mailbox.ts'

describe('a lost frame of a shard', () => {
  const shard = shardOf('mine')
  const ids = Array.from({ length: 300 }, (_, n) => `other ${n}`).filter((id) => shardOf(id) !== shard)
  const [other, holder, mate] = ids as [string, string, string]

  it('wakes who waits on its actors, and on actors that hold some of any shard', () => {
    const feed = openFeed((id) => id === holder)
    const counts = { open: 0, woken: 0, checked: 0 }
    const quiet = () => undefined
    const groups = openWaitGroups({ feed, log: { info: quiet, warn: quiet, error: quiet }, counts })
    const checked: string[] = []
    const wait = (actor: string, also: readonly string[]) =>
      groups.join({
        hold: {
          participant: actor,
          actor,
          also,
          milliseconds: 1_000,
          check: async () => void checked.push([actor, ...also].join(' and ')),
        },
        end: quiet,
        fail: quiet,
      })
    wait('mine', [])
    wait(other, [])
    wait(mate, [holder])
    feed.take(encodeFrames([[shard, 1, 1, 0, []]]))
    expect(checked).to.deep.equal([])
    feed.take(encodeFrames([[shard, 3, 1, 0, []]]))
    expect(checked).to.deep.equal(['mine', `${mate} and ${holder}`])
  })
})
