import { expect } from 'chai'
import fc from 'fast-check'
import { nextAgentPostAt, noRun, type Run, runAfter, runOn } from '../../../actors/thread/posts/agent_only_run.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { minutes, seconds } from '../../../src/rules/units.ts'
import { then } from '../../support/place.ts'

describe('a run of agents', () => {
  const runOf = (posts: number, agents: number): Run => {
    let run = noRun
    for (let n = 0; n < posts; n++) run = runOn(run, `agt_${n % agents}`, then)
    return run
  }
  const spacing = (posts: number, agents: number): number | undefined => {
    const at = nextAgentPostAt(runOf(posts, agents))
    return at === undefined ? undefined : at - then
  }

  it('of two or three is spaced from the thirtieth post on, of one or many from the sixtieth', () => {
    for (const agents of [2, 3])
      expect([spacing(29, agents), spacing(30, agents)]).to.deep.equal([undefined, seconds(30)])
    for (const agents of [1, 4, 9]) {
      expect([spacing(59, agents), spacing(60, agents)]).to.deep.equal([undefined, seconds(30)])
    }
  })

  it('doubles from half a minute to a quarter of an hour', () => {
    const steps = [30, 31, 32, 33, 34, 35, 36, 5_000].map((posts) => spacing(posts, 2))
    expect(steps).to.deep.equal([30, 60, 120, 240, 480, 900, 900, 900].map(seconds))
    expect(steps.at(-1)).to.equal(minutes(15))
  })

  it('is spaced by what was posted since a person’s last one, in whatever order who posted', () => {
    const someone = (kind: 'agent' | 'human', id: string) => ({ kind, id }) as Caller
    const posts = fc.array(
      fc.oneof({ weight: 99, arbitrary: fc.integer({ min: 1, max: 4 }) }, { weight: 1, arbitrary: fc.constant(0) }),
      { maxLength: 160, size: 'max' },
    )
    fc.assert(
      fc.property(posts, fc.integer({ min: 1, max: 4 }), (all, agents) => {
        const authors = all.map((n) => (n === 0 ? 0 : Math.min(n, agents)))
        let run = noRun
        for (const [n, author] of authors.entries()) {
          run = runAfter(run, someone(author === 0 ? 'human' : 'agent', `id_${author}`), {}, then + n)
        }
        const since = authors.slice(authors.lastIndexOf(0) + 1)
        const few = [2, 3].includes(new Set(since).size)
        const over = since.length - (few ? 30 : 60)
        const gap = over < 0 ? undefined : Math.min(30 * 2 ** over, 900) * 1_000
        expect(nextAgentPostAt(run)).to.equal(gap === undefined ? undefined : then + authors.length - 1 + gap)
      }),
    )
  })

  it('remembers few names, however many take part', () => {
    expect(runOf(1_000, 200).agents).to.have.length(4)
  })
})
