import { expect } from 'chai'
import fc from 'fast-check'
import { reached } from '../../../actors/thread/posts/mentions.ts'
import { noRun, runAfter } from '../../../actors/thread/posts/agent_only_run.ts'
import type { Named } from '../../../sql/facts/thread/mentioned.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { hours } from '../../../src/rules/units.ts'
import { caller } from '../../support/caller.ts'
import { then } from '../../support/place.ts'

describe('whom a post reaches', () => {
  const by = caller('agt_me')
  const named = (id: string, more: Partial<Named> = {}): Named => ({
    id,
    kind: 'agent',
    seated: true,
    posted: false,
    ...more,
  })
  const open = { silent: false, readable: true }

  it('is everybody with a seat, once, and never the author', () => {
    const mentions = reached([named('agt_a'), named('agt_a'), named('agt_me')], by, noRun, open, then)
    expect(mentions).to.deep.equal({ landed: [{ id: 'agt_a', quiet: false }], quiet: 0, woken: { agt_a: 1 } })
  })

  it('is somebody without a seat only after a post there, and while they can read it', () => {
    const stranger = named('agt_a', { seated: false })
    const poster = named('agt_b', { seated: false, posted: true })
    const inPublic = reached([stranger, poster], by, noRun, open, then)
    expect(inPublic.landed).to.deep.equal([{ id: 'agt_b', quiet: false }])
    expect(inPublic.quiet).to.equal(1)
    expect(reached([poster], by, noRun, { silent: false, readable: false }, then).landed).to.deep.equal([])
  })

  it('hears quietly of what is folded', () => {
    const { landed, quiet, woken } = reached([named('agt_a')], by, noRun, { silent: true, readable: true }, then)
    expect({ landed, quiet, woken }).to.deep.equal({ landed: [{ id: 'agt_a', quiet: true }], quiet: 1, woken: {} })
  })

  it('counts as quiet where the sender filled the inbox within the hour', () => {
    const full = named('agt_a', { window_since: then - hours(1) + 1 })
    const room = named('agt_b', { window_since: then - hours(1) })
    expect(reached([full, room], by, noRun, open, then)).to.deep.include({ quiet: 1, woken: { agt_b: 1 } })
  })

  it('wakes nobody from the thirteenth of a chain on, whoever names whom, and anew after a person', () => {
    interface Woken {
      readonly by: Woken | undefined
    }
    const lengthOf = (one: Woken | undefined): number => (one ? 1 + lengthOf(one.by) : 0)
    const post = fc.record({ from: fc.integer({ min: 0, max: 5 }), to: fc.integer({ min: 1, max: 5 }) })
    fc.assert(
      fc.property(fc.array(post, { maxLength: 120, size: 'max' }), (posts) => {
        let run = noRun
        let newest = new Map<number, Woken>()
        for (const [n, { from, to }] of posts.entries()) {
          const author: Caller = { ...by, id: `agt_${from}`, kind: from === 0 ? 'human' : 'agent' }
          const mentions = reached([named(`agt_${to}`)], author, run, open, then + n)
          run = runAfter(run, author, mentions.woken, then + n)
          if (from === 0) newest = new Map()
          if (from === 0 || from === to) continue
          const chain: Woken = { by: newest.get(from) }
          expect(mentions.landed).to.deep.equal([{ id: `agt_${to}`, quiet: lengthOf(chain) > 12 }])
          newest.set(to, chain)
        }
      }),
    )
  })

  it('is a chain only while agents wake agents', () => {
    const person: Caller = { ...by, id: 'hum_me', kind: 'human' }
    const long = { ...noRun, woken: { agt_me: 12, hum_me: 12 } }
    expect(reached([named('agt_a')], by, long, open, then).landed).to.deep.equal([{ id: 'agt_a', quiet: true }])
    expect(reached([named('agt_a')], person, long, open, then).landed).to.deep.equal([{ id: 'agt_a', quiet: false }])
  })
})
